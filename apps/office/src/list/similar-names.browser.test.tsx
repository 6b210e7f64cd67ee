import * as desk from '@firstyear/api-contract/desk';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerTo, drawOffice, ME } from '../app/draw-office.testing.tsx';

test.each<[string, readonly desk.Right[], number]>([
  ['are links for those who may open applications', desk.RIGHTS, 2],
  ['are read by those who see only names', ['list'], 0],
])('similar names %s', async (_what, rights, links) => {
  const similar: desk.ListRow = {
    ...{ id: '1', status: 'submitted', given_name: 'Ada', family_name: 'Hollowbrock' },
    ...{ started_at: '2026-11-01T10:00:00Z', submitted_at: '2026-11-02T10:00:00Z', confirmation_number: null },
  };
  await drawOffice(
    '/applications?view=all&q=hollowbrook',
    answerTo(desk.me, () => ({ ...ME, rights: [...rights] })),
    answerTo(desk.applications, () => ({
      ...{ rows: [], total: { count: 0, is_more: false }, previous: null, next: null },
      similar: [similar, { ...similar, id: '2', given_name: 'Bea', confirmation_number: 'FY27-AAAA-BBBB' }],
    })),
  );
  const names = page.getByRole('region', { name: 'Spelled similarly' });
  await expect.element(names.getByText('Hollowbrock, Ada')).toBeVisible();
  expect(
    names
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Hollowbrock, Ada Submitted', 'Hollowbrock, Bea Submitted · FY27-AAAA-BBBB']);
  expect(names.getByRole('link').elements()).toHaveLength(links);
});

test('a search that finds nothing spelled similarly says nothing about it', async () => {
  await drawOffice(
    '/applications?view=all&q=hollowbrook',
    answerTo(desk.applications, () => ({
      ...{ rows: [], total: { count: 0, is_more: false }, previous: null, next: null },
      similar: [],
    })),
  );
  await expect.element(page.getByRole('heading', { name: 'Nothing found.' })).toBeVisible();
  expect(page.getByText('Spelled similarly').query()).toBeNull();
});
