import type { Form } from '@firstyear/form-engine';
import { englishForm } from '@firstyear/form-engine/testing';
import { freshmanForm } from '@firstyear/freshman';
import { completeAnswers, minimalAnswers } from '@firstyear/freshman/testing';
import { clearToasts } from '@firstyear/ui/toast-store.ts';
import { definition, freshman } from '@partner/form.ts';
import { partner } from '@partner/partner.ts';
import { beforeEach, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { AppProviders } from '../app/app-providers.tsx';
import { createAppServices } from '../app/create-app-services.ts';
import { FixedLocation } from '../location.tsx';
import { scriptNetwork } from '../scripted-network.testing.ts';
import type { Snapshot } from '../session/snapshot.ts';
import '@firstyear/ui/global.css';
import '@firstyear/ui/tokens.css';
import { eventually } from '@firstyear/ui/eventually.testing.ts';
import { FormPage } from './form-page.tsx';
import { ReviewPage } from './review-page.tsx';

const wholeForm = englishForm(definition);

beforeEach(() => {
  clearToasts();
  sessionStorage.clear();
});

interface Drawn {
  readonly answers?: Readonly<Record<string, string | boolean>>;
  readonly at?: string;
  readonly snapshot?: Partial<Snapshot>;
  readonly form?: Form;
  readonly replies?: Readonly<Record<string, unknown>>;
}

/** A page of somebody who has logged in for the second time. */
async function draw({ answers = {}, at = 'about', snapshot, form = wholeForm, replies = {} }: Drawn) {
  scriptNetwork(({ path }) => [200, replies[path] ?? (path === '/api/document-answer' ? {} : { message: 'Done.' })]);
  const services = createAppServices(partner, form);
  const username = 'ada.testperson@mail.example';
  services.snapshot.set({ is_logged_in: true, username, web_status: 'started', num_logins: 2, ...snapshot });
  services.answers.loadSaved(answers);
  const gone: string[] = [];
  services.navigator.go = (to) => void gone.push(to);
  await render(
    <AppProviders services={services}>
      <FixedLocation path={`/${at}`}>{at === 'review' ? <ReviewPage /> : <FormPage page={at} />}</FixedLocation>
    </AppProviders>,
  );
  return { services, gone };
}

const textOf = (part: Locator) => () => part.query()?.textContent ?? '';
const banner = () => textOf(page.getByRole('complementary'));

const steps = () =>
  [...document.querySelectorAll<HTMLElement>('nav ol > li')].map((step) => ({
    share: step.style.getPropertyValue('--share'),
    words: step.lastElementChild?.textContent,
  }));

test('a step says how many questions are left, and its bar is filled by those that are answered', async () => {
  const { services } = await draw({});
  const [about] = steps();
  const all = Number.parseInt(about?.words ?? '', 10);
  expect(about).toEqual({ share: '0%', words: `${all} questions left` });
  services.answers.change('first_name', 'Ada');
  await expect.poll(() => steps()[0]?.words).toBe(`${all - 1} questions left`);
  expect(steps()[0]?.share).toBe(`${Math.floor(100 / all)}%`);
});

test('the last question is one, and a page without one is complete and full, whatever is optional', async () => {
  const { services } = await draw({ answers: { ...minimalAnswers(wholeForm), last_name: '' } });
  expect(steps()[0]?.words).toBe('1 question left');
  services.answers.change('last_name', 'Testperson');
  await expect.poll(() => steps().map(({ words }) => words)).toEqual(['Complete', 'Complete', 'Complete']);
  expect(steps().map(({ share }) => share)).toEqual(['100%', '100%', '100%']);
});

test('an invalid answer counts as left', async () => {
  await draw({ answers: { ...minimalAnswers(wholeForm), parent_email_address: 'pat' } });
  expect(steps()[0]?.words).toBe('1 question left');
  expect(Number.parseInt(steps()[0]?.share ?? '', 10)).toBeLessThan(100);
});

test('a returning applicant is led to the first open question, on this page or another', async () => {
  const { gone } = await draw({ answers: { ...completeAnswers(wholeForm), last_name: '' } });
  await userEvent.click(page.getByRole('complementary').getByRole('link', { name: 'Last Name' }));
  await eventually(() => expect(document.activeElement?.id).toBe('last_name'));
  expect(gone).toEqual(['/about#last_name']);
});

test('from another page it navigates there; when nothing is open, to all answers', async () => {
  const { gone } = await draw({ answers: { ...completeAnswers(wholeForm), act_taken: '' } });
  await userEvent.click(page.getByRole('complementary').getByRole('link', { name: 'Have you taken the ACT?' }));
  await eventually(() => expect(gone).toEqual(['/education#act_taken']));
});

test('when nothing is open the line leads to all answers; at a first login there is none', async () => {
  await draw({ answers: completeAnswers(wholeForm) });
  await expect.poll(banner()).toContain('Every question we need is answered. Check your answers');
});

test('at the first login no line leads to where the applicant left off', async () => {
  await draw({ snapshot: { num_logins: 1 } });
  await expect.poll(banner()).toContain('Way to go!');
  expect(banner()()).not.toContain('Where was I?');
});

const { transcript } = freshman.documents;
const requiring = englishForm(
  freshmanForm({ ...freshman, documents: { transcript: { ...transcript, required: true } } }),
);
const CONVERTING = {
  '/api/document-answer': { transcript: { file_name: 'my-school.pdf', file_size: 40_000 } },
  '/api/pdf/document-answer/transcript': { status: 'IN_PROGRESS' },
};

test('a required document that is being prepared is not called missing in the summary', async () => {
  const answers = { ...completeAnswers(requiring), transcript: '' };
  const snapshot = { web_status: 'validating' } as const;
  const { services } = await draw({ answers, form: requiring, at: 'final-steps', snapshot, replies: CONVERTING });
  services.answers.setTabs({ hs_record: 'upload' });
  const summary = page.getByRole('region', { name: "We're missing some information!" });
  await expect
    .poll(textOf(summary))
    .toContain("High school transcript: we're preparing your file, which takes a moment");
});

test('the review page names it among the documents to be sent, and not as missing', async () => {
  const answers = { ...completeAnswers(requiring), transcript: '' };
  const { services } = await draw({ answers, form: requiring, at: 'review', replies: CONVERTING });
  services.answers.setTabs({ hs_record: 'upload' });
  const sent = page.getByRole('region', { name: "What we'll get" });
  await expect.poll(textOf(sent)).toContain("High school transcript: my-school.pdf. We're still preparing this file.");
  await expect.element(page.getByText('Nothing is missing.', { exact: false })).toBeVisible();
});

test.each([560, 740, 800])(
  'on a phone of 360 by %i px, the first screen shows all of the button that goes on',
  async (height) => {
    await page.viewport(360, height);
    await draw({ snapshot: { is_logged_in: false, username: '' } });
    const button = page.getByRole('button', { name: 'Save and Continue' }).element();
    const { top, bottom } = button.getBoundingClientRect();
    expect([top > 0, bottom < height, scrollY]).toEqual([true, true, 0]);
  },
);
