import { optionLines } from '@firstyear/form-engine/lists/option-lines';
import { type FreshmanPartner, freshmanForm, freshmanProblems } from '@firstyear/freshman';
import { site } from './site.ts';

/** What the freshman application asks of the university. */
export const freshman = {
  ...site,
  character_limit: 7000,
  minimum_age: 13,
  maximum_age: 100,
  year_counts: { graduation: 10, past_graduation: 4, test: 10 },
  texts: {
    sms_opt_in:
      'Yes, send me text messages about my application. Message and data rates may apply. I can stop them at any time by replying STOP.',
    labor_program: 'I understand that every Larkmoor student works 10 hours a week in the campus labor program.',
    housing_plans: 'Where do you plan to live?',
    certification:
      'I hereby certify that all information provided in my application is accurate and complete to the best of my knowledge, and I understand that Larkmoor University may withdraw an offer of admission that is based on false information.',
  },
  options: {
    housing_plans: optionLines(`
on_campus On campus
with_family With my family
off_campus Off campus
undecided I don't know yet
`),
    applied_major: optionLines(`
undecided Undecided
agriculture Agriculture and Natural Resources
art Art and Art History
biology Biology
business Business Administration
chemistry Chemistry
computer_science Computer Science
economics Economics
education Education
engineering Engineering Technology
english English
history History
mathematics Mathematics
music Music
nursing Nursing
philosophy Philosophy
physics Physics
political_science Political Science
psychology Psychology
sociology Sociology
theater Theater
`),
    enroll_type: optionLines(`
first_year First-year student
first_year_with_credit First-year student with college credit from high school
`),
    entry_term: optionLines(`
fall_2027 Fall 2027
spring_2028 Spring 2028
fall_2028 Fall 2028
`),
    gender: optionLines(`
female Female
male Male
another Another gender
not_said I prefer not to say
`),
    gender_iden: optionLines(`
woman Woman
man Man
nonbinary Nonbinary
transgender Transgender
another Another identity
not_said I prefer not to say
`),
    marital_status: optionLines(`
single Single
married Married
separated Separated
divorced Divorced
widowed Widowed
`),
    citizenship_type: optionLines(`
us_citizen U.S. citizen or U.S. national
dual_citizen U.S. citizen and citizen of another country
permanent_resident U.S. permanent resident
refugee_asylee Refugee or asylee
other_country Citizen of another country
`),
    citizenship_visa_status: optionLines(`
f1 F-1 student visa
j1 J-1 exchange visitor visa
other_visa Another visa
will_apply I will apply for a student visa
none No visa
`),
    ethnicity: optionLines(`
hispanic Hispanic or Latino
not_hispanic Not Hispanic or Latino
not_said I prefer not to say
`),
    religious_affiliation: optionLines(`
none None
baptist Baptist
buddhist Buddhist
catholic Catholic
hindu Hindu
jewish Jewish
lutheran Lutheran
methodist Methodist
muslim Muslim
orthodox Orthodox Christian
presbyterian Presbyterian
other Another religion or denomination
`),
    parent_communication_preference: optionLines(`
email By email
phone By phone
mail By mail
none Please contact only me
`),
    parent_relationship: optionLines(`
mother Mother
father Father
stepmother Stepmother
stepfather Stepfather
grandparent Grandparent
other Another relationship
`),
    gpa_scale: optionLines(`
4 4.0
5 5.0
100 100
other Another scale
`),
  },
  documents: {
    transcript: {
      kind: 'file',
      key: 'transcript',
      label: 'High school transcript',
      hint: 'A photo or scan is fine. One file, up to 1\u00a0MB: .png, .jpeg, .jpg, .pdf, or .docx.',
    },
  },
} as const satisfies FreshmanPartner;

/** Which form it is, in addresses and in the database, and of which season its terms are. */
export const id = 'freshman';
export const season = '2027';

/** Larkmoor's application. */
export const definition = freshmanForm(freshman);

/** Everything wrong with it that the definition alone cannot show, in words; asked at start. */
export const problems = () => freshmanProblems(freshman);
