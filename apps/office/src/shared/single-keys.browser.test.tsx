import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useSingleKeyActs, useSingleKeys } from './single-keys.ts';

const next = vi.fn();
const ACTS = { j: next };

function Page({ isAsking = false }: { readonly isAsking?: boolean }) {
  const keys = useSingleKeys();
  useSingleKeyActs(ACTS);
  return (
    <>
      <input aria-label="Search" />
      <input type="checkbox" aria-label="Row" />
      <button type="button" onClick={() => keys.set(!keys.areOn)}>
        Single keys
      </button>
      <dialog open={isAsking}>Sure?</dialog>
    </>
  );
}

test('a key acts on the page and on a ticked row, but not while somebody types, with Ctrl, or behind a dialog', async () => {
  const { rerender } = await render(<Page />);
  await userEvent.keyboard('j');
  await page.getByRole('checkbox', { name: 'Row' }).click();
  await userEvent.keyboard('jq');
  expect(next).toHaveBeenCalledTimes(2);
  await page.getByRole('textbox', { name: 'Search' }).fill('');
  await userEvent.keyboard('j');
  await expect.element(page.getByRole('textbox', { name: 'Search' })).toHaveValue('j');
  await page.getByRole('checkbox', { name: 'Row' }).click();
  await userEvent.keyboard('{Control>}j{/Control}');
  await rerender(<Page isAsking />);
  await userEvent.keyboard('j');
  expect(next).toHaveBeenCalledTimes(2);
});

test('single keys that are turned off do nothing until they are turned on again', async () => {
  next.mockClear();
  await render(<Page />);
  const turn = page.getByRole('button', { name: 'Single keys' });
  await turn.click();
  await userEvent.keyboard('j');
  expect(next).not.toHaveBeenCalled();
  expect(Object.values(localStorage)).toEqual(['off']);
  await turn.click();
  expect(Object.values(localStorage)).toEqual(['on']);
  await userEvent.keyboard('j');
  expect(next).toHaveBeenCalledTimes(1);
});
