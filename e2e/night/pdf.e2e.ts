import { type Answers, maxLengthOf } from '@firstyear/form-engine';
import { validApplication } from '@firstyear/form-engine/testing/arbitraries';
import { completeAnswers, longestAnswers } from '@firstyear/freshman/testing';
import { expect, type Page, test } from '@playwright/test';
import * as fc from 'fast-check';
import { loadProfile, newApplicant, submitApplication } from '../support/applicant.ts';
import { readCopy, replaceAnswers } from '../support/copies.ts';
import { type Bookmark, removeWhitespace } from '../support/pdf.ts';
import { findMissing } from '../support/printed.ts';
import { form, now, partner } from '../support/product.ts';
import { fieldOf } from '../support/uploads.ts';

/** How many generated applications are printed and read back: PDF_APPLICATIONS=200 for more, PDF_SEED for others. */
const APPLICATIONS = Number(process.env.PDF_APPLICATIONS ?? 10);
const SEED = Number(process.env.PDF_SEED ?? 20_261_121);

const PAGE_TITLES = ['Your Information', 'Your Education', 'Submit'];
const titlesOf = (bookmarks: readonly Bookmark[]): readonly string[] =>
  bookmarks.flatMap(({ title, items }) => [title, ...titlesOf(items)]);

/** Letters that are printed one by one, from left to right, so that the text read back equals the typed one. */
const LETTERS = [
  ...'ABCXYZabcxyz019ąćęłńśźżñüßéèçøåæœğışčřžőűĐđẢảỆệỮữΓΔΘΩαβγωЖЩЫжщыїґ王小明李样本東京さくらカタ한국어กขค',
];
function replaceLetters(answers: Answers): Answers {
  const plain = (text: string) =>
    text.replace(/[^\x20-\x7e]/gu, (letter) => LETTERS[(letter.codePointAt(0) ?? 0) % LETTERS.length] ?? '');
  return Object.fromEntries(
    Object.entries(answers).flatMap(([key, value]) =>
      form.byKey.has(key) ? [[key, typeof value === 'string' ? plain(value) : value]] : [],
    ),
  );
}

const lettersBetween = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, place) => String.fromCodePoint(first + place)).filter(
    (letter) => /\p{L}/u.test(letter) && letter.normalize('NFKC') === letter,
  );
/** Letters that are printed one by one, by script: a name is in one script, with accents, hyphens and spaces. */
const SCRIPTS = [
  lettersBetween(0x41, 0x17f),
  lettersBetween(0x1e00, 0x1ef9),
  lettersBetween(0x386, 0x3ce),
  lettersBetween(0x1f00, 0x1ffc),
  lettersBetween(0x400, 0x4ff),
  lettersBetween(0x531, 0x586),
  lettersBetween(0x10d0, 0x10f0),
  lettersBetween(0x3041, 0x3096),
  lettersBetween(0xac00, 0xd7a3),
  lettersBetween(0xe01, 0xe2e),
  [...'王小明李样本東京龍方金青見風長門馬鳥魚龙鱼鸟风马长门页贝车见黄齐'],
];
const NAMES_OF_A_SCRIPT = 20;
const nameOf = (letters: readonly string[]) => {
  const word = fc.array(fc.constantFrom(...letters), { minLength: 2, maxLength: 8 }).map((word) => word.join(''));
  return fc
    .tuple(word, fc.constantFrom('-', ' ', '’', "'"), word, word)
    .map(([a, mark, b, c]) => `${a}${mark}${b} ${c}`);
};

/** The PDF reader returns some words in reading order, and others letter by letter in the order on paper. */
const matchEitherDirection = (word: string) =>
  new RegExp(`${removeWhitespace(word)}|${[...removeWhitespace(word)].reverse().join('')}`);

async function submit(page: Page): Promise<string> {
  await submitApplication(page);
  return (await loadProfile(page)).confirmation_number ?? 'a confirmation number';
}

test('[WIDGET-18, WIDGET-19, PARTNER-04] the text of the PDF is every label with its answer, page by page, for generated applications', async ({
  page,
}) => {
  test.setTimeout((APPLICATIONS + 5) * 60_000);
  await newApplicant(page);
  const generated = fc.sample(validApplication(form, now()), { numRuns: APPLICATIONS, seed: SEED });
  for (const [number, answers] of generated.map(replaceLetters).entries()) {
    await replaceAnswers(page, answers);
    const copy = await readCopy(page);
    expect(findMissing(answers, copy.body), `application ${number} of seed ${SEED}`).toEqual([]);
    expect(copy.tagProblems).toEqual([]);
    expect(copy.bookmarks.map((bookmark) => bookmark.title)).toEqual(PAGE_TITLES);
  }
});

test('[PDF-03, PARTNER-01] the longest application is printed whole, and marked as a draft on every sheet until it is submitted', async ({
  page,
}) => {
  const username = await newApplicant(page);
  const answers = { ...longestAnswers(form), email_address: username };
  await replaceAnswers(page, answers);
  const draft = await readCopy(page);
  expect(findMissing(answers, draft.body)).toEqual([]);
  for (const [place, header] of draft.headers.entries()) {
    expect(header).toContain('Draft - not submitted');
    expect(header).toContain(`Page ${place + 1} of ${draft.headers.length}`);
    expect(header).toContain(`${partner.pdf_name} - ${partner.application_title}`);
    expect(header).not.toContain('Confirmation number');
  }
  const number = await submit(page);
  const copy = await readCopy(page);
  expect(findMissing(answers, copy.body)).toEqual([]);
  for (const header of copy.headers) {
    expect(header).toContain(`Confirmation number ${number}`);
    expect(header).toMatch(/Submitted [A-Z][a-z]+ \d{1,2}, \d{4}/);
    expect(header).not.toContain('Draft');
  }
  expect(copy.title).toContain(`${partner.pdf_name} - ${partner.application_title}: `);
  const sections = form.pages.flatMap(({ items }) =>
    items.flatMap((item) => (item.kind === 'section' ? [item.title] : [])),
  );
  expect(titlesOf(copy.bookmarks)).toEqual(expect.arrayContaining([...PAGE_TITLES, ...sections]));
  expect(copy.tagProblems).toEqual([]);
});

test('names in any script read back from the PDF as they were typed, even right-to-left ones', async ({ page }) => {
  await newApplicant(page);
  const lines = ['Zoë-Kōanga', 'Māori Tūī', 'Adébáyọ̀ Ẹ̀kọ́'];
  lines.push(...SCRIPTS.flatMap((letters) => fc.sample(nameOf(letters), { numRuns: NAMES_OF_A_SCRIPT, seed: SEED })));
  // No more than the question takes.
  const beginning = '🎓 Ωμέγα\nさくら 샘플';
  const question = fieldOf('conviction_comment').question;
  const most = maxLengthOf(question);
  while ([beginning, ...lines].join('\n').length > most) lines.pop();
  expect(lines.length).toBeGreaterThan(SCRIPTS.length);
  const leftToRight = {
    first_name: '小明',
    middle_name: 'Nguyễn Đặng',
    city: 'กรุงเทพ',
    parent_first_name: 'अनीता',
    parent_last_name: 'Ґалаґан',
    parent_2_first_name: 'Ժանեթ',
    parent_2_last_name: 'ნიმუში',
    guardian_first_name: 'ትምህርት',
    guardian_last_name: 'Øyvind Ğuzel',
    conviction_comment: [beginning, ...lines].join('\n'),
  };
  const rightToLeft = { last_name: 'التجريبية', preferred_name: 'לילה', hs_name: 'מדרסת הדוגמה' };
  await replaceAnswers(page, completeAnswers(form, { ...leftToRight, ...rightToLeft }));
  const { pages, body, headers } = await readCopy(page);
  const read = new Set(pages.flatMap((text) => text.split('\n')).map((line) => line.trim()));
  expect(lines.filter((name) => !read.has(name))).toEqual([]);
  for (const name of Object.values(leftToRight)) expect(body).toContain(removeWhitespace(name));
  for (const name of Object.values(rightToLeft)) {
    for (const word of name.split(' ')) expect(body).toMatch(matchEitherDirection(word));
  }
  for (const header of headers) expect(removeWhitespace(header)).toMatch(matchEitherDirection(rightToLeft.last_name));
});
