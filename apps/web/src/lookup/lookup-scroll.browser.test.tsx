import { expect, test } from 'vitest';
import { eventually } from '../eventually.testing.ts';
import { drawForm } from '../form/draw-form.testing.tsx';
import { scriptNetwork } from '../scripted-network.testing.ts';

test('[LAYOUT-18] suggestions that arrive while the page still scrolls to their question scroll no second time', async () => {
  scriptNetwork(() => [200, []]);
  await drawForm({ page: 'education' });
  const plain = document.querySelector<HTMLInputElement>('#hs_name');
  const isBelow = () => (document.querySelector('#hs_name')?.getBoundingClientRect().top ?? 0) > innerHeight;
  document.body.style.paddingTop = '300vh';
  expect(isBelow()).toBe(true);
  // As focusQuestion does; its smooth scroll has not begun to move the page yet.
  plain?.focus({ preventScroll: true });
  await eventually(() => expect(document.activeElement?.getAttribute('role')).toBe('combobox'));
  // A jump now would be added to what is left of the smooth scroll, and end a screen or more below the question.
  expect([document.activeElement?.id, window.scrollY, isBelow()]).toEqual(['hs_name', 0, true]);
  document.body.style.paddingTop = '';
});
