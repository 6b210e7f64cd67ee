import { notAnswered, optionLines, type PartnerConfig } from '@firstyear/application-form';

/** An invented university, for trying out and for tests. */
export const partner = {
  slug: 'larkmoor',
  name: 'Larkmoor University',
  pdf_name: 'Larkmoor University',
  application_title: 'Application for Freshman Admission',
  help_email: 'admissions@larkmoor.example',
  phone: '(606) 555-0142',
  postal_address_lines: ['Office of Admissions', 'Larkmoor University', '1 Founders Walk', 'Larkmoor, KY 40999'],
  character_limit: 7000,
  pdf_pages: ['about', 'education', 'final-steps'],
  intended_student_type: 'Freshman',
  act_code: '9999',
  sat_code: '9998',
  test_board_urls: {
    act: 'https://www.act.org/',
    sat: 'https://satsuite.collegeboard.org/sat',
    toefl: 'https://www.ets.org/toefl.html',
  },
  failed_submit_page: 'about',
  completion_steps: [
    {
      title: 'Send your high school transcript',
      text: 'Ask your counselor to send an official transcript to the Office of Admissions.',
      when: notAnswered('transcript'),
    },
    {
      title: 'Send your test scores, if you want us to see them',
      text: 'Choose Larkmoor University as a score recipient when you order your score report: ACT code 9999, SAT code 9998.',
    },
    {
      title: 'Watch your email',
      text: "We'll write to you within two weeks, or sooner if something is missing.",
    },
  ],
  state: 'KY',
  time_zone: 'America/New_York',
  terms: [
    {
      entry_term: 'fall_2027',
      opens: '2026-08-01T09:00-04:00',
      closes: '2027-03-01T23:59-05:00',
      late: 'accepted',
      dates: [
        { day: '2027-03-15', title: 'Transcript and test scores should be with us' },
        { day: '2027-04-01', title: 'We send our admission decisions' },
        { day: '2027-05-01', title: 'Last day to accept our offer' },
      ],
    },
    {
      entry_term: 'spring_2028',
      opens: '2026-08-01T09:00-04:00',
      closes: '2027-10-15T23:59-04:00',
      late: 'accepted',
      dates: [
        { day: '2027-11-01', title: 'We send our admission decisions' },
        { day: '2027-12-01', title: 'Last day to accept our offer' },
      ],
    },
    {
      entry_term: 'fall_2028',
      opens: '2026-08-01T09:00-04:00',
      closes: '2028-03-01T23:59-05:00',
      late: 'accepted',
      dates: [
        { day: '2028-03-15', title: 'Transcript and test scores should be with us' },
        { day: '2028-04-01', title: 'We send our admission decisions' },
        { day: '2028-05-01', title: 'Last day to accept our offer' },
      ],
    },
  ],
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
  theme: { primary: '#1f4d3a', accent: '#b4552d' },
  logo: { file: 'larkmoor.svg', width: 40, height: 40 },
} as const satisfies PartnerConfig;
