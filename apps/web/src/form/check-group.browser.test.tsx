import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { drawForm } from './draw-form.testing.tsx';

test('[WIDGET-05] a check group is several check boxes under one name', async () => {
  const { answers } = await drawForm();
  const races = page.getByRole('group', { name: 'Race' });
  await races.getByLabelText('Asian').click();
  await races.getByLabelText('White').click();
  expect(answers()).toMatchObject({ race_asian: true, race_white: true });
});
