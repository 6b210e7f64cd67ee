import {
  type Answers,
  type AnswerValue,
  type Form,
  type FormState,
  isChoice,
  type Moment,
  maxLengthOf,
  mergeAnswers,
  momentOf,
  optionsOf,
  type Question,
  type QuestionOf,
  traitsOf,
} from '@firstyear/form-engine';
import type { AnswerKey, QuestionKey } from '../application.ts';

type Overrides = Readonly<Partial<Record<AnswerKey, AnswerValue>>>;

/** Answers of an invented person, by key or by the part of the key after its block's prefix. */
const SAMPLE_TEXTS: Readonly<Record<string, string>> = {
  first_name: 'Ada',
  middle_name: 'Quill',
  last_name: 'Testperson',
  preferred_name: 'Addie',
  email_address: 'ada.testperson@mail.example',
  phone_home: '(212) 555-0123',
  phone_mobile: '(212) 555-0145',
  phone_international: '+44 20 7946 0123',
  address_line_1: '12 Sample Street',
  address_line_2: '3B',
  city: 'Sampleton',
  zip: '40999',
  birth_date: '2008-05-17',
  birth_city: 'Sampleton',
  alien_registration_number: '000000000',
  frequent_language_specify: 'Esperanto',
  religious_affiliation_other_specify: 'An invented one',
  parent_first_name: 'Pat',
  parent_2_first_name: 'Robin',
  guardian_first_name: 'Gwen',
  hs_name: 'Sampleton High School',
  hs_2_name: 'Sampleton Middle School',
  hs_3_name: 'Testville Academy',
  ceeb: '999999',
  counselor_first_name: 'Casey',
  counselor_last_name: 'Counselor',
  counselor_email_address: 'casey.counselor@school.example',
  hs_gpa: '3.6',
  gpa_scale_other: '12',
  sat_score_reading_writing: '640',
  sat_score_math: '570',
  sat_score_essay_reading: '6',
  sat_score_essay_analysis: '5',
  sat_score_essay_writing: '7',
  act_score_composite: '27',
  toefl_score: '98',
  college_name: 'Sampleton Community College',
  course: 'Introduction to Testing',
  employment: 'Helper in an invented bookshop',
  hours: '8',
  conviction_comment: 'Nothing of this ever happened: the person is invented.',
};
const PREFIX = /^(permanent|parent_2|parent|guardian|hs_2|hs_3|hs|college(?:_\d+)?|employment(?:_[2-4])?)_/;

/** Choices that keep the conditional questions open. */
const OPENING_CHOICES: Readonly<Partial<Record<QuestionKey, string>>> = {
  mailing_addr_same_as_perm_addr: 'no',
  parent_addr_same_as_stu_perm: 'no',
  parent_2_addr_same_as_stu_perm: 'no',
  guardian_addr_same_as_stu_perm: 'no',
  citizenship_type: 'permanent_resident',
  frequent_language: 'other',
  religious_affiliation: 'other',
  gpa_scale: 'other',
  sat_taken: 'yes',
  act_taken: 'yes',
  toefl_taken: 'yes',
  college_courses_toggle: 'yes',
  conviction: 'yes',
};

/** A number that the question takes, with whichever unit is chosen. */
function sampleNumber(question: QuestionOf<'number'>): string {
  const [{ minimum = 0, maximum, step = 1 } = question] = Object.values(question.limitsByUnit ?? {});
  const next = minimum + step;
  return String(maximum === undefined || next <= maximum ? next : minimum);
}

const sampleText = (question: Question): string => {
  const { key } = question;
  if (question.kind === 'number') return SAMPLE_TEXTS[key] ?? sampleNumber(question);
  const kind = /^employment(_\d)?$/.test(key) ? 'employment' : key;
  return SAMPLE_TEXTS[kind] ?? SAMPLE_TEXTS[key.replace(PREFIX, '')] ?? 'Sample answer';
};

function sampleChoice(question: Question, answers: Answers, moment: Moment, longest: boolean): string {
  if (!isChoice(question)) return '';
  const options = optionsOf(question, answers, moment);
  if (options === 'text') return 'Sample Province';
  const opening: Readonly<Record<string, string | undefined>> = OPENING_CHOICES;
  const fitting = question.key === 'grad_year' ? moment.today.slice(0, 4) : opening[question.key];
  const value = fitting ?? (/(^|_)country$/.test(question.key) ? 'USA' : 'KY');
  const byLength = longest ? [...options].sort((a, b) => b.label.length - a.label.length) : options;
  return (options.find((option) => option.value === value) ?? byLength[0])?.value ?? '';
}

/** The longest answer that a text question takes, in letters of several scripts. */
function longestText(question: Question): string {
  const length = maxLengthOf(question);
  const mask = 'rules' in question && (question.rules?.length ?? 0) > 0;
  if (/email_address$/.test(question.key)) return `${'ada.testperson+'.repeat(16)}x@mail.example`.slice(-length);
  if (/(^|_)zip$/.test(question.key)) return '40999-1234';
  if (mask || question.kind === 'date' || question.kind === 'phone' || question.kind === 'number')
    return sampleText(question);
  const letters = question.kind === 'textarea' ? 'Zażółć gęślą jaźń, Ωμέγα и 王小明.\n' : 'Wąż Ñandú Ωμέγα Жук 王小明 ';
  return `${letters.repeat(Math.ceil(length / letters.length)).slice(0, length - 1)}W`;
}

function fill(form: Form, moment: Moment, answerFor: (question: Question, answers: Answers) => AnswerValue) {
  const answers: Record<string, AnswerValue> = {};
  // Questions whose choices follow another answer come last.
  const isLate = (question: Question) => traitsOf(question).follows(question) !== undefined;
  const questions = form.fields.map((field) => field.question);
  for (const question of [...questions.filter((question) => !isLate(question)), ...questions.filter(isLate)]) {
    if (traitsOf(question).setBy === 'applicant') answers[question.key] = answerFor(question, answers);
  }
  return mergeAnswers(form, {}, answers, moment);
}

/**
 * Every question of the application answered by an invented person, with the _desc keys; valid at this moment.
 * Keys that no set of answers can have together (a visa of a permanent resident) and documents are ''.
 */
export function completeAnswers(form: Form, overrides: Overrides = {}, moment: Moment = momentOf(new Date())): Answers {
  const answers = fill(form, moment, (question, given) => {
    if (question.kind === 'check') return true;
    return isChoice(question) ? sampleChoice(question, given, moment, false) : sampleText(question);
  });
  return mergeAnswers(form, answers, overrides, moment);
}

/** As completeAnswers(), each text as long as its question takes and each choice the one with the longest label. */
export function longestAnswers(form: Form, overrides: Overrides = {}, moment: Moment = momentOf(new Date())): Answers {
  const answers = fill(form, moment, (question, given) => {
    if (question.kind === 'check') return true;
    return isChoice(question) ? sampleChoice(question, given, moment, true) : longestText(question);
  });
  return mergeAnswers(form, answers, overrides, moment);
}

/** The fewest answers that can be submitted. */
export function minimalAnswers(form: Form, overrides: Overrides = {}, moment: Moment = momentOf(new Date())): Answers {
  const firstValue = (key: QuestionKey) => {
    const question = form.byKey.get(key)?.question;
    const options = question && isChoice(question) ? optionsOf(question, {}, moment) : [];
    return options === 'text' ? '' : (options[0]?.value ?? '');
  };
  const answers = {
    entry_term: firstValue('entry_term'),
    first_name: 'Bo',
    last_name: 'Testperson',
    phone_home: '(212) 555-0187',
    address_line_1: '7 Sample Street',
    city: 'Sampleton',
    state: 'KY',
    zip: '40999',
    country: 'USA',
    gender: firstValue('gender'),
    birth_date: '2008-05-17',
    first_gen: 'no',
    hs_name: 'Sampleton High School',
    grad_month: '6',
    grad_year: moment.today.slice(0, 4),
    sat_taken: 'no',
    act_taken: 'no',
    conviction: 'no',
    legal_agree: true,
    counselor_waiver_request: 'no',
  } as const satisfies Partial<Record<QuestionKey, AnswerValue>>;
  // Adds further questions that a partner requires, and leaves out questions that it doesn't have.
  const required = form.fields.flatMap(({ question, gates }) =>
    question.required && gates.length === 0 && (question.kind === 'textarea' || question.kind === 'number')
      ? [[question.key, sampleText(question)]]
      : [],
  );
  const known = Object.entries(answers).filter(([key]) => form.byKey.has(key));
  return mergeAnswers(form, {}, { ...Object.fromEntries([...required, ...known]), ...overrides }, moment);
}

/** These answers with every component of every repeater shown and the default tabs. */
export function stateOf(form: Form, answers: Answers): FormState {
  const addAnother = Object.fromEntries(
    [...form.repeaters].map(([id, { maxNumberOfComponents }]) => [id, maxNumberOfComponents]),
  );
  return { answers, tabs: {}, addAnother };
}
