import { eventually } from '@firstyear/ui/eventually.testing.ts';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { loadPart } from '../api/load-part.ts';
import { control, drawForm } from '../form/draw-form.testing.tsx';
import { scriptNetwork } from '../scripted-network.testing.ts';

vi.mock('../api/load-part.ts', { spy: true });

const SCHOOL = { id: '7', text: 'Paul Laurence Dunbar High School', sub_text: '1600 Man O War Blvd, Lexington, KY' };

function input(key: string): HTMLInputElement {
  const element = control(key);
  if (!(element instanceof HTMLInputElement)) throw new Error(`${key} is no input.`);
  return element;
}

test('suggestions are loaded with the focus; text typed meanwhile is kept and looked up, and nothing moves', async () => {
  const calls = scriptNetwork(() => [200, [SCHOOL]]);
  const { answers } = await drawForm({ page: 'education' });
  // Nothing requests suggestions at the first idle moment. A page in the background may never be idle by itself.
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 }));
  const plain = input('hs_name');
  expect(plain.getAttribute('role')).toBeNull();
  const before = plain.getBoundingClientRect();

  // The script of the suggestions is held until everything is typed, however slow the machine is.
  const network = Promise.withResolvers<void>();
  vi.mocked(loadPart).mockImplementation(async (load) => {
    await network.promise;
    return load();
  });
  plain.focus();
  await userEvent.keyboard('dunbar');
  await userEvent.keyboard('{ArrowLeft}');
  expect(input('hs_name')).toBe(plain);
  network.resolve();
  await eventually(() => expect(input('hs_name').getAttribute('role')).toBe('combobox'));
  const ready = input('hs_name');
  expect(document.activeElement).toBe(ready);
  expect([ready.value, ready.selectionStart, answers().hs_name]).toEqual(['dunbar', 5, 'dunbar']);
  const { x, y, width, height } = ready.getBoundingClientRect();
  expect([x, y, width, height]).toEqual([before.x, before.y, before.width, before.height]);

  await eventually(() => expect(document.querySelectorAll('[role="option"]')).toHaveLength(2));
  expect(calls.map(({ path }) => path)).toEqual(['/lookup/find?category=hs_ceeb&text=dunbar&max_results=5']);
});
