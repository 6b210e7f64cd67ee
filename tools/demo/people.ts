/** An invented applicant, and what becomes of the application. */
export interface Applicant {
  readonly given: string;
  readonly family: string;
  /** A state of the United States, else a country. */
  readonly from: string;
  /** Submitted by default. */
  readonly fate?: 'draft' | 'reopened' | 'withdrawn';
  readonly school?: string;
  readonly born?: string;
  /** Everything is answered, with a sealed answer; otherwise only what is required. */
  readonly isComplete?: boolean;
  readonly isSpanish?: boolean;
  /** From an address for trying the form out. */
  readonly isTest?: boolean;
  /** The sheets of a transcript. */
  readonly transcript?: readonly string[];
  readonly labels?: readonly string[];
  readonly note?: string;
  readonly assignedTo?: 'clerk' | 'reader';
  /** The place of the stage in the office's list, from 1. */
  readonly stage?: number;
  /** What the office did with each item of the university's list, in its order; `put`: a file that came by mail. */
  readonly checklist?: readonly (readonly ItemStep[])[];
  /** The office asks for something, and takes another request back. */
  readonly isAsked?: boolean;
  /** The office asks for another first name; `sent`: and gets one. */
  readonly correction?: 'asked' | 'sent';
}
export type ItemStep = 'put' | 'accept' | 'accept_copy' | 'return' | 'waive';

const person = (given: string, family: string, from: string, more: Partial<Applicant> = {}): Applicant => ({
  given,
  family,
  from,
  ...more,
});
const transcript = ['Transcript', 'Grades 9 and 10', 'Grades 11 and 12'];
/** Whatever the university asks for is there. */
const complete: Applicant['checklist'] = [['accept'], ['accept'], ['accept'], ['accept']];
const draft = { fate: 'draft' } as const;
const spanish = { isSpanish: true } as const;

/** A season in small: every state, and names as people have them. Nobody of them exists. */
export const PEOPLE: readonly Applicant[] = [
  person('María José', 'García Inventada', 'KY', {
    isSpanish: true,
    isComplete: true,
    transcript,
    labels: ['first-gen', 'scholarship'],
    assignedTo: 'clerk',
    stage: 2,
    checklist: complete,
    note: 'Her counselor writes in Spanish. Camila reads it.',
  }),
  // Two people of one name, told apart by what else is known of them.
  person('John', 'Smith', 'KY', { born: '2008-03-02', school: 'Sampleton High School', labels: ['honors'] }),
  person('John', 'Smith', 'OH', { born: '2009-11-30', school: 'Testville Academy', transcript }),
  person('Siobhán', "O'Brien", 'IN', { isComplete: true, labels: ['honors'], assignedTo: 'reader', stage: 1 }),
  person('نور', 'الاختبار', 'KY', { isComplete: true, note: 'Her name is Noor in Latin letters.' }),
  person('小明', '王', 'CHN', { transcript, labels: ['international'], assignedTo: 'reader' }),
  person('נועה', 'דוגמה', 'ISR'),
  person('Ольга', 'Примерова', 'KAZ', { labels: ['international'] }),
  person('Ελένη', 'Δοκιμάκη', 'GRC', { fate: 'withdrawn' }),
  person('Müge', 'Yıldız', 'TUR', { isComplete: true, stage: 3, checklist: complete }),
  person('Nguyễn', 'Thị Mẫu', 'VNM', { transcript }),
  person('Łukasz', 'Przykładowski', 'POL', { note: 'Asked whether a copy of his certificate is enough. It is.' }),
  person('Jürgen', 'Beispiel', 'DEU', { isComplete: true, stage: 1, checklist: [['put'], ['accept']] }),
  // One name alone: the form asks for two.
  person('FNU', 'Budiwati', 'IDN', { labels: ['international'] }),
  person('Thiri', 'Thiri', 'MMR'),
  person('Ada', 'Lanternby', 'KY', {
    ...{ isComplete: true, transcript, labels: ['first-gen', 'honors'], assignedTo: 'clerk' },
    ...{ stage: 1, isAsked: true, checklist: [['put'], ['accept'], ['accept_copy', 'return'], ['waive']] },
    note: 'Called about the transcript. It is on its way.',
  }),
  person('Wei', 'Sampleton', 'KY', { fate: 'reopened', note: 'Wants to add a college.' }),
  person('Noor', 'Examplewood', 'OH', { isComplete: true, checklist: [['accept_copy']] }),
  person('Lucía', 'Prueba Solís', 'TX', { ...spanish, transcript, labels: ['first-gen'], assignedTo: 'clerk' }),
  person('Diego', 'de la Muestra', 'PR', { ...spanish, fate: 'reopened' }),
  person('Camila', 'Ficticia Núñez', 'FL', { ...spanish, labels: ['scholarship'] }),
  person('Mateo', 'Ejemplar', 'MEX', { ...spanish, isComplete: true, isAsked: true }),
  person('Valentina', 'Borrador', 'KY', { ...spanish, ...draft }),
  person('Ana', 'Retirada', 'TN', { ...spanish, fate: 'withdrawn' }),
  person('Omar', 'Halfway', 'KY', { ...draft, note: 'Was in the hospital. May send it later.' }),
  person('Bo', 'Barelybegun', 'WV', draft),
  person('Imani', 'Unsent', 'GA', { ...draft, transcript }),
  person('Tariq', 'Almostthere', 'MI', draft),
  person('Élodie', 'Brouillon', 'CAN', draft),
  person('Hana', 'Shitagaki', 'JPN', draft),
  person('Test', 'Account', 'KY', { isTest: true }),
  person('Test', 'Phone', 'KY', { isTest: true, ...draft }),
  person('Test', 'Complete', 'KY', { isTest: true, isComplete: true, transcript }),
  person('Grace', 'Withdrawnby', 'VA', { fate: 'withdrawn', labels: ['honors'] }),
  person('Desta', 'Moke', 'ETH', { transcript, labels: ['international'] }),
  person('Aroha', 'Tauira', 'NZL'),
  person('Kamalaʻi', 'Kumu', 'HI', { isComplete: true }),
  person('Zoë', "D'Esempio", 'IL', { transcript }),
  person('Jean-Luc', 'Échantillon', 'LA', { labels: ['transfer credit'] }),
  person('Anne-Marie', 'St. Invented', 'MO'),
  person('Søren', 'Eksempelsen', 'MN', { transcript }),
  person('Þóra', 'Dæmisdóttir', 'ISL'),
  person('Chloe', 'Madeupham', 'KY', { assignedTo: 'clerk', labels: ['scholarship'] }),
  person('Chlöe', 'Madeupham', 'KY', { isComplete: true }),
  person('Liam', 'Pretendergast', 'KY', { transcript, labels: ['first-gen'] }),
  person('Olivia', 'Fictionby', 'OH', { assignedTo: 'reader' }),
  person('Noah', 'Notareal', 'OH'),
  person('Emma', 'Sampleson', 'IN', { transcript }),
  person('Ethan', 'Inventworth', 'IN', { labels: ['honors'] }),
  person('Ava', 'Testerly', 'TN'),
  person('Mason', 'Placeholder', 'TN', { isComplete: true, correction: 'asked' }),
  person('Priya', 'Namoona', 'NJ', { transcript, labels: ['scholarship'] }),
  person('Arjun', 'Udaharan', 'IND', { labels: ['international'] }),
  person('Fatima', 'Mithal', 'EGY', { fate: 'withdrawn' }),
  person('Kwame', 'Nhwesode', 'GHA', { isComplete: true }),
  person('Sofia', 'Esempio', 'NY', { transcript, assignedTo: 'reader' }),
  person('Min-jun', 'Yesi', 'KOR'),
  person('Isabella', 'Longnamedson-Hyphenbury-Testerfield', 'KY', { isComplete: true, labels: ['first-gen'] }),
  person('X Æ', 'Oddly', 'CA'),
  person('Thomas', 'Examplebrook', 'KY', { transcript, correction: 'sent' }),
];
