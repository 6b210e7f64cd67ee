import { englishForm } from '@firstyear/form-engine/testing';
import { completeAnswers } from '@firstyear/freshman/testing';
import { clearToasts } from '@firstyear/ui/toast-store.ts';
import { definition, freshman } from '@partner/form.ts';
import { partner } from '@partner/partner.ts';
import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { beforeEach, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { AppProviders } from '../app/app-providers.tsx';
import { createAppServices } from '../app/create-app-services.ts';
import { scriptNetwork } from '../scripted-network.testing.ts';
import '@firstyear/ui/global.css';
import '@firstyear/ui/tokens.css';
import { eventually } from '@firstyear/ui/eventually.testing.ts';
import { type Navigate, RouterProvider } from '../location.tsx';
import { recordEvent } from '../session/visit.ts';
import { FormPage } from './form-page.tsx';
import { ReviewPage } from './review-page.tsx';

beforeEach(() => {
  clearToasts();
  sessionStorage.clear();
});

/** A fake history, which the test controls. */
function OwnHistory({
  at,
  put,
  pageAt,
}: {
  readonly at: string;
  readonly put: (ways: { readonly go: Navigate; readonly goBack: () => void }) => void;
  readonly pageAt: (pathname: string) => ReactNode;
}) {
  const [entries, setEntries] = useState<readonly string[]>([at]);
  const { pathname, search, hash } = new URL(entries.at(-1) ?? at, 'http://history.invalid');
  const location = { pathname, search, hash, state: null, key: String(entries.length) };
  const navigate: Navigate = (to, { replace = false } = {}) =>
    setEntries((before) => [...(replace ? before.slice(0, -1) : before), to]);
  put({ go: navigate, goBack: () => setEntries((before) => before.slice(0, -1)) });
  return <RouterProvider value={{ location, navigate }}>{pageAt(pathname)}</RouterProvider>;
}

const form = englishForm(definition);

/** The pages of a started applicant with these answers, on the review page. */
async function draw(
  answers: Readonly<Record<string, string | boolean>>,
  at = '/review',
  replies: Readonly<Record<string, unknown>> = {},
) {
  scriptNetwork(({ path }) => [200, replies[path] ?? (path === '/api/document-answer' ? {} : { message: 'Done.' })]);
  const services = createAppServices(partner, form);
  services.snapshot.set({ is_logged_in: true, username: 'ada.testperson@mail.example', web_status: 'started' });
  services.answers.loadSaved(answers);
  recordEvent(services.visit, { hasArrived: true });
  let goBack = () => {};
  await render(
    <AppProviders services={services}>
      <OwnHistory
        at={at}
        put={(ways) => {
          services.navigator.go = ways.go;
          goBack = ways.goBack;
        }}
        pageAt={(pathname) => {
          const id = pathname.slice(1);
          return id === 'review' ? <ReviewPage /> : <FormPage key={id} page={id} />;
        }}
      />
    </AppProviders>,
  );
  return { services, goBack: () => goBack() };
}

const heading = (name: string | RegExp) => page.getByRole('heading', { name });
const textOf = (part: Locator) => () => part.query()?.textContent ?? '';
const change = (label: string) => page.getByRole('link', { name: `Change ${label}`, exact: true });

test('missing answers are listed first, with links to their questions', async () => {
  await draw({ ...completeAnswers(form), last_name: '', sat_taken: '' });
  await expect.element(heading('2 answers are missing or need a correction')).toBeVisible();
  const [first] = document.querySelectorAll('main h2');
  expect(first?.textContent).toBe('2 answers are missing or need a correction');
  await page
    .getByRole('region', { name: /2 answers are missing/ })
    .getByRole('link', { name: 'Last Name' })
    .click();
  await eventually(() => expect(document.activeElement?.id).toBe('last_name'));
});

test('a school that is missing is "not answered yet", though its message is the label of the search', async () => {
  await draw({ ...completeAnswers(form), hs_name: '' });
  await expect
    .poll(textOf(page.getByRole('region', { name: 'High school' })))
    .toContain('School—Error: Not answered yet');
});

test("every answer is in its section with the form's words; blank questions only on request", async () => {
  await draw({ first_name: 'Ada', enroll_type: 'first_time', enroll_type_desc: 'First time', mother: true });
  const name = page.getByRole('region', { name: 'Your name' });
  await expect.poll(textOf(name)).toContain('Ada');
  await expect
    .poll(textOf(page.getByRole('region', { name: 'The people who support you' })))
    .toContain('college?Mother');
  expect(change('Middle Name').query()).toBeNull();
  expect(heading('Work').query()).toBeNull();
  await page.getByRole('button', { name: 'Show the questions I left blank' }).click();
  await expect.element(change('Middle Name').first()).toBeVisible();
  await expect.element(heading('Work')).toBeVisible();
});

test('of choices and checks only those that were chosen are read, without the marks of paper', async () => {
  const chosen = { gender: 'female', gender_desc: 'Female', mother: true, club: true, legal_agree: true };
  await draw({ ...chosen, father: false });
  await expect
    .poll(textOf(page.getByRole('region', { name: 'The people who support you' })))
    .toContain('Mother\u00a0· Club');
  const answers = () => [...document.querySelectorAll('article')].map((part) => part.textContent).join('\n');
  expect(answers()).toMatch(/GenderFemale/);
  expect(answers()).toMatch(/✓ .*certif/i);
  expect(answers()).not.toMatch(/\[[X ]\]|Father|Another gender/);
  await page.getByRole('button', { name: 'Show the questions I left blank' }).click();
  await expect.element(change('Race')).toBeVisible();
  expect(answers()).not.toMatch(/\[[X ]\]|Father/);
});

test('on a phone, short answers are two to a line, and all of them take less than 10,000 pixels', async () => {
  await page.viewport(360, 740);
  await draw(completeAnswers(form));
  const topOf = (label: string) => change(label).first().element().getBoundingClientRect().top;
  await expect.element(change('Preferred Name')).toBeVisible();
  expect(topOf('First Name')).toBe(topOf('Middle Name'));
  expect(document.documentElement.scrollHeight).toBeLessThan(10_000);
  expect(document.documentElement.scrollWidth).toBe(360);
  await page.viewport(414, 896);
});

test('"Change" leads to the question, and a button there back to its answer', async () => {
  await draw(completeAnswers(form));
  await expect.element(page.getByText('Nothing is missing.', { exact: false })).toBeVisible();
  await change('Preferred Name').click();
  await eventually(() => expect(document.activeElement?.id).toBe('preferred_name'));
  await userEvent.fill(document.activeElement ?? document.body, 'Addie');
  await page.getByRole('button', { name: 'Back to answers' }).click();
  await eventually(() => expect(document.activeElement?.id).toBe('change-preferred_name'));
  await expect.poll(textOf(page.getByRole('region', { name: 'Your name' }))).toContain('Addie');
});

test('a document is shown with its name and its pages as they were received', async () => {
  const { key } = freshman.documents.transcript;
  const picture = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
  await draw({ first_name: 'Ada', [key]: 'ANSWERED' }, '/review', {
    '/api/document-answer': { [key]: { file_name: 'record.pdf', file_size: 10 } },
    [`/api/pdf/document-answer/${key}`]: { status: 'COMPLETED', page_count: 1, thumbnails: [picture] },
  });
  const sent = page.getByRole('region', { name: "What we'll get" });
  await expect.poll(textOf(sent)).toContain('record.pdf');
  await expect
    .element(sent.getByRole('img', { name: 'Page 1 of 1 as we got it (opens in a new tab)' }))
    .toHaveAttribute('src', picture);
});

test('hints about unreadable pages of a document are shown before the submission', async () => {
  const { key } = freshman.documents.transcript;
  const hint = "On page 2, a diagram is missing, because we can't draw it.";
  await draw({ first_name: 'Ada', [key]: 'ANSWERED' }, '/review', {
    '/api/document-answer': { [key]: { file_name: 'record.docx', file_size: 10 } },
    [`/api/pdf/document-answer/${key}`]: { status: 'COMPLETED', page_count: 2, hint },
  });
  await expect.poll(textOf(page.getByRole('region', { name: "What we'll get" }))).toContain(hint);
});

test('the page is reached from the last one and from the navigation, and leads to the last one to submit', async () => {
  await draw(completeAnswers(form), '/final-steps');
  await page.getByRole('button', { name: 'Check your answers' }).click();
  await eventually(() => expect(document.activeElement?.tagName).toBe('H1'));
  expect(document.activeElement?.textContent).toBe('Check your answers');
  await expect.poll(textOf(page.getByRole('region', { name: "What we'll get" }))).toContain('No documents.');
  expect(page.getByRole('button', { name: 'Submit Application' }).query()).toBeNull();
  await page.getByRole('button', { name: 'Go to the last page to submit' }).click();
  await expect.element(page.getByRole('button', { name: 'Submit Application' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Check your answers' }).getByRole('link').click();
  await eventually(() => expect(document.activeElement?.tagName).toBe('H1'));
  expect(page.getByRole('navigation', { name: 'Steps of the application' }).getByRole('link').elements()).toHaveLength(
    3,
  );
});

test('Back leads to the page on which "Check your answers" above the form was pressed', async () => {
  const { goBack } = await draw({ first_name: 'Ada' }, '/final-steps');
  await page.getByRole('navigation', { name: 'Check your answers' }).getByRole('link').click();
  await expect.element(heading("What we'll get")).toBeVisible();
  goBack();
  await eventually(() => expect(document.activeElement?.textContent).toBe('Submit'));
});

test.each([
  ['/review#100%', 'Check your answers'],
  ['/about#100%', 'Your Information'],
])('%s opens, though its fragment is no text that an address can hold', async (address, title) => {
  await draw({ first_name: 'Ada' }, address);
  await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
});

test('entries of one question are lines with numbers', async () => {
  const courses = { college_course: 'Sums', college_2_course: 'Letters', college_3_course: '' };
  const { services } = await draw({ ...courses, college_courses_toggle: 'yes', college_courses_toggle_desc: 'Yes' });
  services.answers.setAddAnother({ courses: 3 });
  await expect.element(change('Course 2')).toBeVisible();
  expect(change('Course 1').query()).not.toBeNull();
  expect(heading('Course 1').query()).toBeNull();
  expect(change('Course 3').query()).toBeNull();
});

test.each([
  ['nothing', {}],
  ['everything', completeAnswers(form)],
] as const)(
  'an applicant who has answered %s is led to every section that is shown, and to no other',
  async (_what, answers) => {
    await draw(answers);
    const index = page.getByRole('navigation', { name: 'On this page' });
    await expect.element(index).toBeVisible();
    const links = () => index.getByRole('link').elements();
    const shown = () =>
      [...document.querySelectorAll('article section > h3')].filter((title) => title.checkVisibility());
    const wordsOf = (elements: readonly Element[]) => elements.map((element) => element.textContent);
    for (const press of [false, true]) {
      if (press) await page.getByRole('button', { name: 'Show the questions I left blank' }).click();
      await eventually(() => expect(wordsOf(links())).toEqual(wordsOf(shown())));
      expect(links().map((link) => document.querySelector(link.getAttribute('href') ?? ''))).toEqual(shown());
    }
  },
);

test('an address that names a section begins at its heading', async () => {
  await draw(completeAnswers(form), '/review#answers-education-grades');
  await eventually(() => expect(document.activeElement?.textContent).toBe('Grades'));
});

test('the tab that was chosen has a link to the tabs, and leads back to itself', async () => {
  const { services } = await draw(completeAnswers(form));
  services.answers.setTabs({ hs_record: 'upload' });
  await change('Your high school transcript').click();
  await eventually(() => expect(document.activeElement?.id).toBe('hs_record-upload'));
  await page.getByRole('button', { name: 'Back to answers' }).click();
  await eventually(() => expect(document.activeElement?.id).toBe('change-hs_record'));
});

test('an email address may end a line at its marks, and nowhere within a word that has room', async () => {
  await draw({ first_name: 'Ada', email_address: 'ada.testperson_of_long_names@applications.mail.example' });
  const answer = page.getByText('ada.testperson_of_long_names@applications.mail.example', { exact: true });
  await expect.element(answer).toBeVisible();
  expect([...answer.element().childNodes].map((node) => node.textContent || 'wbr').join('')).toBe(
    'ada.wbrtestperson_wbrof_wbrlong_wbrnameswbr@applications.wbrmail.wbrexample',
  );
});

test('a file in upload or conversion is named, and "No documents." is not shown', async () => {
  const { key } = freshman.documents.transcript;
  await draw({ first_name: 'Ada' }, '/review', {
    '/api/document-answer': { [key]: { file_name: 'record.pdf', file_size: 10 } },
    [`/api/pdf/document-answer/${key}`]: { status: 'IN_PROGRESS' },
  });
  const sent = page.getByRole('region', { name: "What we'll get" });
  await expect.poll(textOf(sent)).toContain("record.pdf. We're still preparing this file.");
  expect(textOf(sent)()).not.toContain('No documents.');
});

test('a file that could not be used is named as such, and not called attached', async () => {
  const { key } = freshman.documents.transcript;
  const { services } = await draw({ first_name: 'Ada' }, '/review', {
    '/api/document-answer': { [key]: { file_name: 'record.pdf', file_size: 10 } },
    [`/api/pdf/document-answer/${key}`]: { status: 'FAILED', message: 'This file is damaged.' },
  });
  await expect
    .poll(textOf(page.getByRole('region', { name: "What we'll get" })))
    .toContain("We couldn't use this file.");
  flushSync(() => services.answers.setTabs({ hs_record: 'upload' }));
  await expect.element(page.getByRole('link', { name: 'Change High school transcript', exact: true })).toBeVisible();
  expect(document.body.textContent).not.toContain('A document is attached.');
});

test('a GPA above its scale is a calm note that leads to it, and no error', async () => {
  await draw({ ...completeAnswers(form), hs_gpa: '17', gpa_scale: '4', gpa_scale_desc: '4.0' });
  await expect.element(page.getByText('Nothing is missing.', { exact: false })).toBeVisible();
  await page
    .getByRole('region', { name: 'Worth a second look' })
    .getByRole('link', { name: 'Your GPA is 17, but the highest one on your scale is 4.0.' })
    .click();
  await eventually(() => expect(document.activeElement?.id).toBe('hs_gpa'));
});

test('answers that a change of the form removed are listed with their text', async () => {
  const taken = { key: 'toefl_score', label: 'TOEFL Score', text: '98', taken_at: '2026-11-20T12:00:00Z' };
  await draw(completeAnswers(form), '/review', { '/api/set-aside': { answers: [taken] } });
  const region = page.getByRole('region', { name: 'No longer asked' });
  await expect.element(region.getByRole('listitem')).toHaveTextContent('TOEFL Score: 98');
});
