import { type Profile, profile } from '@firstyear/api-contract/application';
import { LANGUAGE_COOKIE } from '@firstyear/api-contract/cookies';
import type { MyCorrection } from '@firstyear/api-contract/corrections';
import { type HelpStudent, helpLook } from '@firstyear/api-contract/helpers';
import { type MyItem, type MyItems, myItems } from '@firstyear/api-contract/items';
import { helperState } from '@firstyear/api-contract/school-helper';
import { expect, type Page } from '@playwright/test';
import { said, saidIn } from './languages.ts';
import { openDialog, type Screen, submitted, visitor } from './screen-steps.ts';

/** Opens the last screen with these changes to the first items of the university's list. */
async function openItems(page: Page, ...changes: readonly ((item: MyItem) => Partial<MyItem>)[]): Promise<void> {
  await page.route(`**${myItems.path}`, async (route) => {
    const response = await route.fetch();
    const standing: MyItems = await response.json();
    const items = standing.items.map((item, place) => ({ ...item, ...changes[place]?.(item) }));
    const is_complete = items.every(({ state }) => state === 'accepted');
    await route.fulfill({ response, json: { ...standing, items, is_complete } });
  });
  await page.goto('/completion');
}

const FROM_APPLICANT = { source: 'applicant', may_send: true } as const;
const FAILED = { id: '1', file_name: 'scan.pdf', state: 'failed', sent_by: 'applicant', href: null } as const;

/** Its texts are not words, so that they are in no language. */
const asked: HelpStudent['items'][number] = {
  ...{ id: 'asked', title: 'SSR', text: '', state: 'asked', returned_words: '', came_at: null, papers: [] },
};
const again: HelpStudent['items'][number] = {
  ...{ ...asked, id: 'again', state: 'again', returned_words: 'P. 2?' },
  papers: [{ id: '1', file_name: 'scan.pdf', state: 'failed', message: 'P. 3?' }],
};
const came: HelpStudent['items'][number] = { ...asked, state: 'checking', came_at: '2026-11-28T17:00:00Z' };
const student: HelpStudent = {
  ...{ id: 'ada', name: 'Augusta Quill', school: '', graduation: '', is_waived: true },
  items: [asked, again],
};
const other: HelpStudent = {
  ...{ ...student, id: 'addie', name: 'Addie Quill', is_waived: false },
  items: [
    { ...came, id: 'came' },
    { ...came, id: 'done', state: 'done' },
  ],
};

async function openHelp(page: Page, ...students: readonly HelpStudent[]): Promise<void> {
  const cookies = await page.context().cookies();
  const language = cookies.some(({ name, value }) => name === LANGUAGE_COOKIE && value === 'es') ? 'es' : 'en';
  const looked = { language, has_other_language: true, students };
  await page.route(`**${helpLook.path}`, (route) => route.fulfill({ json: looked }));
  await page.goto('/help/invented');
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(students.length);
}

/** Screens of what is needed after the submission: the applicant's, and those of a helper, who has only a link. */
export const ITEM_SCREENS: readonly Screen[] = [
  submitted('completion-requested', 'about:blank', async (page) => {
    const request = { ...FROM_APPLICANT, state: 'awaiting', due_on: '2026-12-01' } as const;
    await openItems(
      page,
      () => ({ ...request, request: 'paper' }),
      () => ({ ...request, request: 'explanation' }),
    );
    await expect(page.getByText(saidIn('The admissions office asks you for this'))).toHaveCount(2);
    await expect(page.locator('main').getByRole('textbox')).toBeVisible();
  }),
  submitted('completion-correction', 'about:blank', async (page) => {
    await page.route('**/api/item/*/correction', async (route) => {
      const { answer }: Profile = await (await page.request.get(profile.path)).json();
      const keys = ['first_name', 'country', 'birth_date'];
      const json: MyCorrection = { keys, answers: { ...answer, first_name: '' }, tabs: {}, add_another: {} };
      await route.fulfill({ json });
    });
    await openItems(page, () => ({ ...FROM_APPLICANT, state: 'awaiting', request: 'correction' }));
    await page.getByRole('button', { name: said('Send the correction') }).click();
    await expect(page.locator('#first_name')).toBeFocused();
  }),
  submitted('completion-returned', 'about:blank', async (page) => {
    await openItems(page, ({ text }) => ({
      ...{ ...FROM_APPLICANT, state: 'returned', returned_words: text, papers: [FAILED] },
    }));
    await expect(page.getByRole('list', { name: said('What you sent') })).toBeVisible();
    await expect(page.getByText(saidIn("We can't use this file."))).toBeVisible();
  }),
  submitted('completion-standing', 'about:blank', async (page) => {
    const paper = { ...FAILED, state: 'ready' } as const;
    await page.route(`**${helperState.path}`, (route) => route.fulfill({ json: { helper: null, may_ask: true } }));
    await openItems(
      page,
      () => ({ state: 'came', came_at: '2026-11-28T17:00:00Z', papers: [paper] }),
      () => ({ state: 'accepted_copy' }),
      () => ({ state: 'waived' }),
    );
    await page.getByRole('button', { name: said('Ask somebody') }).click();
    await page.getByRole('button', { name: said('Email them a link') }).click();
    await expect(page.locator('#helper-name')).toBeFocused();
  }),
  submitted('completion-unknown', 'about:blank', async (page) => {
    await page.route(`**${myItems.path}`, (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto('/completion');
    await expect(page.getByRole('button', { name: said('Try again') })).toBeVisible();
  }),
  submitted('completion-complete', 'about:blank', async (page) => {
    const accepted = () => ({ state: 'accepted', may_send: false }) as const;
    await openItems(page, ...Array.from({ length: 20 }, () => accepted));
    await expect(page.getByText(saidIn('We have everything.')).filter({ visible: true }).first()).toBeVisible();
  }),
  visitor('help-page', 'about:blank', async (page) => {
    await openHelp(page, student, other);
    const files = ['first.pdf', 'second.pdf'].map((name) => ({
      ...{ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
    }));
    await page.getByLabel(said('Choose files: {title}')).first().setInputFiles(files);
    await expect(page.getByText(saidIn('To be sent for {name}'))).toBeVisible();
  }),
  visitor('help-page-decline', 'about:blank', async (page) => {
    await openHelp(page, student, other);
    await openDialog("I'm the wrong person")(page);
  }),
  visitor('help-page-nothing', 'about:blank', async (page) => {
    await openHelp(page);
    await expect(page.getByText(saidIn('Nothing is waiting for you here right now. Thank you.'))).toBeVisible();
  }),
  visitor('help-page-old-link', 'about:blank', async (page) => {
    await page.goto('/help/invented');
    await expect(page.getByRole('alert')).toBeVisible();
  }),
];
