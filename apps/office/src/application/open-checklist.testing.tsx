import * as desk from '@firstyear/api-contract/desk';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { type Answer, APPLICATION, answerTo, drawOffice } from '../app/draw-office.testing.tsx';

export const ID = '11111111-1111-4111-8111-111111111111';
export const PAPER: desk.OfficeItem['papers'][number] = {
  ...{ id: 'p1', file_name: 'scan.pdf', state: 'ready', sent_by: 'office', file_size: 1000, page_count: 1 },
  ...{ came_at: '2026-11-03T15:00:00Z', by: 'Omar Clerk', helper: null, href: '/office/api/x', thumbnails: [] },
};
export const item = (changed: Partial<desk.OfficeItem> = {}): desk.OfficeItem => ({
  ...{ id: ID, title: 'Official transcript', text: 'Ask your counselor.', source: 'school', state: 'awaiting' },
  ...{ request: null, due_on: null, returned_words: '', reply: '', came_at: null, rule: 'transcript' },
  ...{ is_hidden: false, requested_by: null, created_at: '2026-11-01T10:00:00Z', changed_at: '2026-11-01T10:00:00Z' },
  ...{ version: 3, acts: ['accept', 'accept_copy', 'waive'], papers: [], asked_keys: [] },
  ...changed,
});
export const came = (changed: Partial<desk.OfficeItem> = {}) =>
  item({
    ...{ state: 'came', came_at: '2026-11-03T15:00:00Z', papers: [PAPER] },
    ...{ acts: ['accept', 'accept_copy', 'return', 'waive'], ...changed },
  });
export const request = (changed: Partial<desk.OfficeItem> = {}) =>
  item({
    ...{ id: 'r', title: 'Your gap year', text: 'What did you do?', source: 'applicant', request: 'explanation' },
    ...{ rule: null, due_on: '2026-12-01', requested_by: 'Grace Director', acts: ['accept', 'waive', 'cancel'] },
    ...changed,
  });

/** Opens an application with these items. Returns what it requested, and what the server has. */
export async function open(items: readonly desk.OfficeItem[], ...answers: readonly Answer[]) {
  const canned = [
    { title: 'Newest grades', text: 'Please upload a report card.', request: 'paper' as const },
    { title: 'Time away', text: 'What did you do?', request: 'explanation' as const },
  ];
  const kept = { items: [...items], canned };
  const made = await drawOffice(
    '/applications/1',
    ...answers,
    answerTo(desk.officeChecklist, () => kept),
    answerTo(desk.moveOfficeItem, () => kept),
    answerTo(desk.requestItem, () => kept),
    answerTo(desk.movePaper, () => kept),
    answerTo(desk.officePaper, () => kept),
    answerTo(desk.officeUpload, () => ({ paper_id: ID, url: '/uploads', fields: { key: 'uploads/one' } })),
    answerTo(desk.officeApplication, () => ({ ...APPLICATION, row: { ...APPLICATION.row, id: '1' } })),
  );
  await expect.element(page.getByRole('heading', { name: 'Checklist' })).toBeVisible();
  return { kept, made, sent: () => made.filter(({ to }) => to.startsWith('POST') && !to.endsWith('/present')) };
}
export const path = (rest: string) => `POST /office/api/applications/1/items${rest}`;

export const CORRECTION = request({
  ...{ id: 'c', title: 'Please check your name', text: '', request: 'correction', asked_keys: ['first_name'] },
});
