import { file, row, section, text, textarea } from '@firstyear/form-engine';
import { addQuestions, addSection, changeForm, leaveOut, move, words } from '@firstyear/form-engine/change-form';
import { optionLines } from '@firstyear/form-engine/lists/option-lines';
import { type FreshmanPartner, freshmanForm, freshmanProblems } from '@firstyear/freshman';
import { site } from './site.ts';

/** What the freshman application asks of the college. */
export const freshman = {
  ...site,
  character_limit: 4000,
  minimum_age: 15,
  maximum_age: 100,
  year_counts: { graduation: 6, past_graduation: 3, test: 5 },
  texts: {
    sms_opt_in: 'Yes, text me about my application. Message and data rates may apply. I can reply STOP at any time.',
    labor_program: 'I understand that every student helps to run the shared workshops for 4 hours a week.',
    housing_plans: 'Where will you live while you study with us?',
    certification:
      'I hereby certify that all information provided in my application is accurate and complete, and that every work in my portfolio is my own.',
  },
  options: {
    housing_plans: optionLines(`
studio_house The Studio House
own_place A place of my own
with_family With my family
`),
    applied_major: optionLines(`
ceramics Ceramics
drawing Drawing and Painting
film Film and Animation
illustration Illustration
photography Photography
printmaking Printmaking
textiles Textiles
foundation I'd like a foundation year first
`),
    enroll_type: optionLines(`
degree For the degree
foundation For the foundation year
`),
    entry_term: optionLines(`
autumn_2027 Autumn 2027
winter_2028 Winter 2028
`),
    gender: optionLines(`
female Female
male Male
another Another gender
not_said I'd rather not say
`),
    gender_iden: optionLines(`
woman Woman
man Man
nonbinary Nonbinary
another Another identity
not_said I'd rather not say
`),
    marital_status: optionLines(`
single Single
married Married
divorced Divorced
widowed Widowed
`),
    citizenship_type: optionLines(`
us_citizen U.S. citizen or national
dual_citizen U.S. citizen and citizen of another country
permanent_resident U.S. permanent resident
refugee_asylee Refugee or asylee
other_country Citizen of another country
`),
    citizenship_visa_status: optionLines(`
f1 F-1 student visa
will_apply I will apply for a student visa
none No visa
`),
    ethnicity: optionLines(`
hispanic Hispanic or Latino
not_hispanic Not Hispanic or Latino
not_said I'd rather not say
`),
    // The question is left out below; the product's form still takes the list.
    religious_affiliation: [{ value: 'other', label: 'Other' }],
    parent_communication_preference: optionLines(`
email By email
none Please contact only me
`),
    parent_relationship: optionLines(`
mother Mother
father Father
other Another relationship
`),
    gpa_scale: optionLines(`
4 4.0
100 100
other Another scale
`),
  },
  documents: {
    transcript: {
      kind: 'file',
      key: 'transcript',
      label: 'School transcript, if you have it',
      hint: 'One file, up to 1\u00a0MB: .png, .jpeg, .jpg, .pdf, or .docx. Your school may send it later.',
    },
  },
} as const satisfies FreshmanPartner;

const work = (key: string, title: string, label: string) => [
  file({ key, label, hint: 'One file, up to 1\u00a0MB: .png, .jpeg, .jpg, .pdf, or .docx.' }),
  row(
    text({ key: `${key}_title`, label: title }),
    text({ key: `${key}_medium`, wordsId: 'af_medium', label: 'Medium and size', maxLength: 80 }),
  ),
];

const essay = (key: string, label: string, limit: number) =>
  textarea({
    key,
    label,
    hint: `Up to ${limit} words.`,
    rows: 10,
    rules: [{ rule: 'max-words', words: limit, message: `${label} Use no more than ${limit} words.` }],
  });

/** Which form it is, in addresses and in the database, and of which season its terms are. */
export const id = 'freshman';
export const season = '2027';

/** The college's application. */
export const definition = changeForm(freshmanForm(freshman), 'af', [
  leaveOut('religious_affiliation_other_specify'),
  leaveOut('religious_affiliation'),
  // Schools send transcripts, so there is no counselor.
  move('transcript', { before: 'hs_record' }),
  leaveOut('hs_record'),
  leaveOut('counselor', { evenIfFixed: true }),
  leaveOut('counselor_waiver_request', { evenIfFixed: true }),
  words('about', { intro: 'Tell us who you are. Stop at any time and come back: we save as you go.' }),
  words('applied_major', { label: 'Which studio would you like to join?' }),
  addQuestions({ after: 'applied_major' }, [
    text({ key: 'af_second_studio', label: 'A second studio that interests you', hint: 'You can skip this question.' }),
  ]),
  addSection(
    { before: 'final-steps/before' },
    section(
      {
        id: 'af-portfolio',
        title: 'Your portfolio',
        hint: 'Up to five works from the last two years. Sketches and unfinished work are welcome.',
      },
      [
        ...work('af_work_1', 'Title of the first work', 'First work'),
        ...work('af_work_2', 'Title of the second work', 'Second work'),
        ...work('af_work_3', 'Title of the third work', 'Third work'),
        ...work('af_work_4', 'Title of the fourth work', 'Fourth work'),
        ...work('af_work_5', 'Title of the fifth work', 'Fifth work'),
      ],
    ),
  ),
  addSection(
    { after: 'final-steps/af-portfolio' },
    section({ id: 'af-essays', title: 'In your own words' }, [
      { ...essay('af_essay_making', 'What do you make, and why?', 250), required: true },
      essay('af_essay_influence', 'Tell us about a work by someone else that stayed with you.', 150),
    ]),
  ),
]);

/** Everything wrong with it that the definition alone cannot show, in words; asked at start. */
export const problems = () => freshmanProblems(freshman);
