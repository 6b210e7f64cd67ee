import { eventually } from '@firstyear/ui/eventually.testing.ts';
import { expect, test } from 'vitest';
import { drawForm } from '../form/draw-form.testing.tsx';
import { scriptNetwork } from '../scripted-network.testing.ts';

test('[LAYOUT-18] suggestions that arrive with the focus do not scroll', async () => {
  scriptNetwork(() => [200, []]);
  await drawForm({ page: 'education' });
  const plain = document.querySelector<HTMLInputElement>('#hs_name');
  const isBelow = () => (document.querySelector('#hs_name')?.getBoundingClientRect().top ?? 0) > innerHeight;
  document.body.style.paddingTop = '300vh';
  expect(isBelow()).toBe(true);
  // As focusQuestion does before it scrolls.
  plain?.focus({ preventScroll: true });
  await eventually(() => expect(document.activeElement?.getAttribute('role')).toBe('combobox'));
  expect([document.activeElement?.id, window.scrollY, isBelow()]).toEqual(['hs_name', 0, true]);
  document.body.style.paddingTop = '';
});
