import * as desk from '@firstyear/api-contract/desk';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerTo, drawOffice, ME } from '../app/draw-office.testing.tsx';

test.each<[string, readonly desk.Right[], number]>([
  ['are links for those who may open applications', desk.RIGHTS, 1],
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
      similar: [similar],
    })),
  );
  const names = page.getByRole('region', { name: 'Spelled similarly' });
  await expect.element(names.getByText('Hollowbrock, Ada')).toBeVisible();
  expect(names.getByRole('link').elements()).toHaveLength(links);
});
