import * as desk from '@firstyear/api-contract/desk';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerTo, drawOffice } from '../app/draw-office.testing.tsx';

test('a typed filter applies when it is left or at Enter, not at every letter, and only if it was changed', async () => {
  const made = await drawOffice(
    '/audit?before=77',
    answerTo(desk.auditTrail, () => ({ events: [], next: null })),
  );
  const searches = () => made.flatMap(({ to }) => (to.startsWith('GET /office/api/audit') ? [to.split('?')[1]] : []));
  const field = page.getByLabelText('Applicant: number, name or email');
  await field.click();
  await page.getByRole('heading', { name: 'Audit trail' }).click();
  await userEvent.type(field, 'Ada');
  await page.getByRole('heading', { name: 'Audit trail' }).click();
  await expect.poll(() => searches().at(-1)).toBe('q=Ada');
  await userEvent.type(field, ' T ');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => searches().at(-1)).toBe('q=Ada+T');
  expect(searches()).toEqual(['before=77', 'q=Ada', 'q=Ada+T']);
});
