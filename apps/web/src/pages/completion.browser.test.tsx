import { type Answers, type FormDefinition, file, page as formPage, select } from '@firstyear/form-engine';
import { englishForm } from '@firstyear/form-engine/testing';
import { eventually } from '@firstyear/ui/eventually.testing.ts';
import { definition } from '@partner/form.ts';
import { partner } from '@partner/partner.ts';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { AppProviders } from '../app/app-providers.tsx';
import { createAppServices } from '../app/create-app-services.ts';
import { FixedLocation } from '../location.tsx';
import { scriptNetwork } from '../scripted-network.testing.ts';
import { CompletionPage } from './completion.tsx';
import '@firstyear/ui/global.css';
import '@firstyear/ui/tokens.css';
import { recordEvent } from '../session/visit.ts';

afterEach(() => page.viewport(414, 896));

const TRANSCRIPT_STEP = 'Send your high school transcript';

/** The completion screen of somebody who has submitted these answers. */
async function draw(
  answers: Answers,
  hasArrived = false,
  username = 'ada.testperson@mail.example',
  form?: FormDefinition,
) {
  const document_answer =
    answers.transcript === 'ANSWERED' ? { transcript: { file_name: 'my-school.pdf', file_size: 40_000 } } : {};
  const responses: Readonly<Record<string, unknown>> = {
    '/api/document-answer': document_answer,
    '/api/item': { items: [], is_complete: false, looked_at_until: null },
  };
  scriptNetwork(({ path }) => [200, responses[path] ?? { status: 'UNPROCESSED', url: '' }]);
  const services = createAppServices(partner, englishForm(definition));
  services.snapshot.set({ is_logged_in: true, username, web_status: 'submitted' });
  services.answers.loadSaved(answers);
  const receipt = { confirmation_number: 'FY27-2345-ACDE', submitted_at: '2026-11-22T03:30:00.000Z', form };
  recordEvent(services.visit, { hasArrived, receipt });
  return render(
    <AppProviders services={services}>
      <FixedLocation path="/completion">
        <CompletionPage partner={partner} />
      </FixedLocation>
    </AppProviders>,
  );
}

test('an applicant who has uploaded a transcript reads no request to send one, and sees it on the receipt', async () => {
  const screen = await draw({ transcript: 'ANSWERED', entry_term: 'fall_2027' });
  await expect.element(screen.getByText('my-school.pdf')).toBeVisible();
  await expect.element(screen.getByText('November 21, 2026 at 10:30 PM Eastern Time')).toBeVisible();
  await expect.element(screen.getByText('Fall 2027', { exact: true })).toBeVisible();
  expect(screen.container.textContent).toContain(
    'We send your receipt, and any other email about your application, to ada.testperson@mail.example.',
  );
  expect(screen.container.textContent).not.toContain(TRANSCRIPT_STEP);
  expect(screen.container.querySelectorAll('ol > li')).toHaveLength(partner.completion_steps.length - 1);
});

test("the codes for score reports stand once on the page: the university's steps don't repeat them", async () => {
  const { container } = await draw({ entry_term: 'fall_2027' });
  await eventually(() => expect(container.textContent).toContain('Send your test scores'));
  for (const code of [partner.act_code, partner.sat_code]) expect(container.textContent?.split(code)).toHaveLength(2);
});

test('an applicant who has not is asked to send it', async () => {
  const screen = await draw({ entry_term: 'fall_2027' });
  await expect.element(screen.getByText(TRANSCRIPT_STEP)).toBeVisible();
});

test('the dates of the chosen term are named in words, with a file for the calendar; without a term there are none', async () => {
  const { container } = await draw({ entry_term: 'spring_2028' });
  const days = [...container.querySelectorAll('time')].map((time) => [time.dateTime, time.textContent]);
  expect(days).toEqual([
    ['2027-11-01', 'November 1, 2027'],
    ['2027-12-01', 'December 1, 2027'],
  ]);
  const link = [...container.querySelectorAll('a')].find(
    (item) => item.textContent === 'Add these dates to your calendar',
  );
  expect(link?.getAttribute('href')).toBe('/files/dates.ics');
  const other = await draw({});
  expect(other.container.querySelector('time')).toBeNull();
});

test('documents and term have the names that they had when they were submitted', async () => {
  const earlier: FormDefinition = {
    pages: [
      formPage({ id: 'about', navLabel: 'About', title: 'About' }, [
        select({ key: 'entry_term', label: 'Term', options: [{ value: 'fall_2027', label: 'The autumn of 2027' }] }),
        file({ key: 'transcript', label: 'School record' }),
      ]),
    ],
    roles: { term: 'entry_term' },
  };
  const answers = { transcript: 'ANSWERED', entry_term: 'fall_2027' };
  const { container } = await draw(answers, false, 'ada.testperson@mail.example', earlier);
  await eventually(() => expect(container.textContent).toContain('my-school.pdf'));
  const named = [...container.querySelectorAll('dl > div')].map((item) => item.textContent);
  expect(named).toContain('School recordmy-school.pdf');
  expect(container.textContent).toContain('The autumn of 2027');
  expect(container.textContent).not.toContain('Fall 2027');
});

test('after submitting the focus is at the heading, after a page load at the top', async () => {
  const loaded = await draw({});
  await expect.element(loaded.getByRole('heading', { level: 1 })).toBeVisible();
  expect(document.activeElement).toBe(document.body);
  await loaded.unmount();
  const { container } = await draw({}, true);
  await eventually(() => expect(document.activeElement).toBe(container.querySelector('h1')));
});

/** The lines in which a part of a paragraph is drawn. */
function linesOf(paragraph: Element, text: string): readonly string[] {
  const letters: { readonly letter: string; readonly top: number }[] = [];
  const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    for (const [at, letter] of [...(node.textContent ?? '')].entries()) {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      letters.push({ letter, top: Math.round(range.getBoundingClientRect().top) });
    }
  }
  const start = letters
    .map(({ letter }) => letter)
    .join('')
    .indexOf(text);
  const lines = new Map<number, string>();
  for (const { letter, top } of letters.slice(start, start + text.length))
    lines.set(top, (lines.get(top) ?? '') + letter);
  return [...lines.values()];
}

test.each([320, 360])(
  'a long email address breaks between its words, and nothing is cut off (%i px)',
  async (width) => {
    await page.viewport(width, 800);
    const username = 'ada.maximiliana.testperson-longname@students.mail.example';
    const { container } = await draw({}, false, username);
    const lead = container.querySelector('h1 + p');
    if (lead === null) throw new Error('There is no paragraph.');
    await eventually(() => expect(lead.textContent).toContain(username));
    const lines = linesOf(lead, username);
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines.slice(0, -1)) expect(line).toMatch(/[._+-]$|[a-z]$/);
    for (const line of lines.slice(1))
      expect(line).toMatch(/^@|^(?:maximiliana|testperson|longname|students|mail|example)/);
    expect(document.documentElement.scrollWidth).toBe(width);
  },
);
