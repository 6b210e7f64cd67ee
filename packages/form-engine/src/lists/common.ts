import { namedList, optionLines } from './option-lines.ts';

export const YES = 'yes';
export const NO = 'no';

export const YES_NO = namedList(
  'yes_no',
  optionLines(`
yes Yes
no No
`),
);

/** Months 1 to 12. */
export const MONTHS = namedList(
  'months',
  optionLines(`
1 January
2 February
3 March
4 April
5 May
6 June
7 July
8 August
9 September
10 October
11 November
12 December
`),
  12,
);

/** Forms of address. */
export const PREFIXES = namedList(
  'name_prefixes',
  optionLines(`
mr Mr.
ms Ms.
mrs Mrs.
miss Miss
mx Mx.
dr Dr.
prof Prof.
rev Rev.
`),
);

export const SUFFIXES = namedList(
  'name_suffixes',
  optionLines(`
jr Jr.
sr Sr.
ii II
iii III
iv IV
v V
`),
);

/** The last year of school someone finished at an earlier school. */
export const GRADES = namedList(
  'grades',
  optionLines(`
9 9th grade
10 10th grade
11 11th grade
12 12th grade
`),
);
