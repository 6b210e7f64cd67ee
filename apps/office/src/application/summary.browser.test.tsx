import * as desk from '@firstyear/api-contract/desk';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { APPLICATION, answerTo, CHOICES, drawOffice, ME } from '../app/draw-office.testing.tsx';

const summary = page.getByRole('region', { name: 'Summary' });
const textsOf = (role: 'term' | 'definition' | 'paragraph') =>
  summary
    .getByRole(role)
    .elements()
    .map(({ textContent }) => textContent);
const earlier = (day: string, changed_keys?: string[]): desk.OfficeApplication['earlier_submissions'][number] => ({
  ...{ answers: {}, tabs: {}, add_another: {}, documents: {}, ...(changed_keys && { changed_keys }) },
  ...{ submitted_at: '2026-11-01T10:00:00Z', reopened_at: `2026-11-${day}T10:00:00Z` },
});

test('the summary has what is known of an applicant in words, and what happened to their application', async () => {
  const row: desk.ListRow = {
    ...{ ...APPLICATION.row, birth_date: '2008-02-29', school: 'Invented High School', school_state: 'KY' },
    ...{ term: '2027-fall', major: 'art', state: 'Utah', residence: 'in_state', language: 'es', is_test: true },
    ...{ assigned_to: 'omar', stage: 'decided', labels: ['grant', 'first-gen'], changed_at: '2026-11-03T10:00:00Z' },
    extended_until: '2026-12-01T17:00:00Z',
  };
  const [looked, at] = [['Grace', 'Omar'], '2026-11-21T12:00:00Z'];
  await drawOffice(
    '/applications/ada',
    answerTo(desk.me, () => ({ ...ME, rights: ['list', 'read'] as const satisfies desk.Right[] })),
    answerTo(desk.officeChoices, () => ({
      ...{ ...CHOICES, stages: [{ value: 'decided', label: 'Decided' }], majors: [{ value: 'art', label: 'Art' }] },
    })),
    answerTo(desk.officeApplication, () => ({
      ...{ ...APPLICATION, row, looked_at: looked.map((name) => ({ name, is_mine: false, at })) },
      earlier_submissions: [
        earlier('02'),
        earlier('03', ['a']),
        earlier('04'),
        earlier('05', ['a']),
        earlier('06', ['a']),
      ],
    })),
  );
  await expect.poll(() => textsOf('definition')).toContain('Art');
  const facts = textsOf('term').map((term, place) => `${term}: ${textsOf('definition')[place]}`);
  expect(facts).toEqual([
    ...['Date of birth: February 29, 2008', 'Email: ada@mail.example', 'School: Invented High School, KY'],
    ...['Term: Fall 2027', 'Major: Art', 'State: Utah', 'Residence: In state', 'Language: Spanish'],
    ...['Assigned to: Omar Reader', 'Stage: Decided', 'Labels: grantfirst-gen'],
  ]);
  expect(textsOf('paragraph')).toEqual([
    ...['Test account', 'May submit until December 1, 2026 at 12:00 PM Eastern Time'],
    ...['Sent 2 times before, and last reopened on November 4, 2026.'],
    ...['Last corrected on November 6, 2026: see the earlier submissions.', 'Looked at by Grace, Omar'],
  ]);
});

test('the summary of an application that says nothing yet has no empty facts', async () => {
  const row: desk.ListRow = { ...APPLICATION.row, birth_date: '', language: null, assigned_to: null };
  await drawOffice(
    '/applications/ada',
    answerTo(desk.me, () => ({ ...ME, rights: ['list', 'read'] as const satisfies desk.Right[] })),
    answerTo(desk.officeApplication, () => ({ ...APPLICATION, row: { ...row, status: 'draft' as const } })),
  );
  await expect.element(summary).toBeVisible();
  expect([textsOf('term'), textsOf('definition')]).toEqual([
    ['Email', 'Assigned to'],
    ['ada@mail.example', 'Nobody'],
  ]);
  expect(textsOf('paragraph')).toEqual([]);
});
