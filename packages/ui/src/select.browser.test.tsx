import { useLayoutEffect, useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import './tokens.css';
import './global.css';
import { eventually } from './eventually.testing.ts';
import { Select, type SelectProps } from './select.tsx';

const STATES = 'Alabama,Colorado,Connecticut,Iowa,Kansas,Kentucky,Nevada,New Hampshire,New York,Ohio,Utah,Vermont';
const OPTIONS = STATES.split(',').map((label) => ({ value: label.slice(0, 5), label }));
const VERY_LONG = 'Interdisciplinary studies of rivers, forests, farms and the people who live and work beside them';

const element = () => {
  const found = document.getElementById('state');
  if (!(found instanceof HTMLSelectElement)) throw new Error('There is no select.');
  return found;
};
const list = () => document.querySelector('[role=listbox]');
const entries = () => [...document.querySelectorAll('[role=option]')];
const active = () => {
  const id = list()?.getAttribute('aria-activedescendant');
  return id ? document.getElementById(id)?.textContent : undefined;
};
const press = (keys: string) => userEvent.keyboard(keys);

function Form({ value: stored = '', onChoose, ...props }: Partial<SelectProps>) {
  const [value, setValue] = useState(stored);
  return (
    <>
      <input aria-label="Before" />
      <label htmlFor="state">State</label>
      <Select
        options={OPTIONS}
        placeholder="Choose one"
        {...props}
        id="state"
        value={value}
        onChoose={(next) => {
          onChoose?.(next);
          setValue(next);
        }}
      />
      <input aria-label="After" />
    </>
  );
}
/** A select between two fields, as in a form. */
async function draw(props: Partial<SelectProps> = {}) {
  const chosen = vi.fn<(value: string) => void>();
  await render(<Form {...props} onChoose={chosen} />);
  return { chosen, shown: () => element().selectedOptions[0]?.textContent };
}
/** Focuses the select and waits for the code of its list. */
async function drawFocused(props: Partial<SelectProps> = {}) {
  const drawn = await draw(props);
  await import('./select-list.tsx');
  element().focus();
  await eventually(() => expect(document.activeElement).toBe(element()));
  return drawn;
}
async function drawOpen(props: Partial<SelectProps> = {}) {
  const drawn = await drawFocused(props);
  await press('{Enter}');
  await eventually(() => expect(list()).not.toBeNull());
  return drawn;
}

describe('[WIDGET-04] a select', () => {
  test('is no wider for the text of an option that is not chosen, which the browser need not measure', async () => {
    document.body.style.width = 'max-content';
    try {
      await draw({ options: [...OPTIONS, { value: 'long', label: VERY_LONG }] });
      expect(element().offsetWidth).toBeLessThan(VERY_LONG.length * 4);
    } finally {
      document.body.style.width = '';
    }
  });

  test('is the native one, named by its label, with a list only while it is open', async () => {
    await draw({ autoComplete: 'address-level1', value: 'Iowa' });
    await expect.element(page.getByRole('combobox', { name: 'State' })).toHaveValue('Iowa');
    expect(element().autocomplete).toBe('address-level1');
    expect(list()).toBeNull();
    await userEvent.click(element());
    await expect.element(page.getByRole('listbox', { name: 'State' })).toBeVisible();
    expect(element().getAttribute('aria-expanded')).toBe('true');
    expect(element().getAttribute('aria-controls')).toBe(list()?.id);
    expect(active()).toBe('Iowa');
    expect(entries().filter((entry) => entry.getAttribute('aria-selected') === 'true')).toHaveLength(1);
    await userEvent.click(element());
    expect(list()).toBeNull();
    expect(element().hasAttribute('aria-expanded')).toBe(false);
    expect(document.activeElement).toBe(element());
  });

  test('takes the clicked entry and has the focus again', async () => {
    const { chosen, shown } = await draw();
    await userEvent.click(element());
    await userEvent.click(page.getByRole('listbox').getByRole('option', { name: 'Kentucky' }));
    expect(chosen.mock.calls).toEqual([['Kentu']]);
    expect(shown()).toBe('Kentucky');
    expect(list()).toBeNull();
    expect(document.activeElement).toBe(element());
  });

  test('an optional one begins with an empty entry that clears the answer', async () => {
    const { chosen } = await drawOpen({ value: 'Iowa' });
    expect(entries()[0]?.textContent).toBe('Choose one');
    await press('{Home}{Enter}');
    expect(chosen.mock.calls).toEqual([['']]);
    await press('{Enter}');
    expect(active()).toBe('Choose one');
  });

  test('a required one offers nothing but answers', async () => {
    await drawOpen({ 'aria-required': true });
    expect(entries().map((entry) => entry.textContent)).toEqual(STATES.split(','));
    expect(active()).toBeUndefined();
  });

  test('a value that the browser autofills is an answer', async () => {
    const { chosen } = await draw({ autoComplete: 'address-level1' });
    await userEvent.selectOptions(element(), 'Kentu');
    expect(chosen.mock.calls).toEqual([['Kentu']]);
  });

  test('a touch opens the picker of the browser', async () => {
    await drawFocused();
    const init = { bubbles: true, cancelable: true };
    element().dispatchEvent(new PointerEvent('pointerdown', { ...init, pointerType: 'touch' }));
    const press = new MouseEvent('mousedown', init);
    element().dispatchEvent(press);
    expect(press.defaultPrevented).toBe(false);
    expect(list()).toBeNull();
    element().dispatchEvent(new PointerEvent('pointerdown', { ...init, pointerType: 'mouse' }));
    const click = new MouseEvent('mousedown', init);
    element().dispatchEvent(click);
    expect(click.defaultPrevented).toBe(true);
  });

  test('without a mouse it is only the native one', async () => {
    const real = window.matchMedia.bind(window);
    const coarse = vi
      .spyOn(window, 'matchMedia')
      .mockImplementation((query) => real(query === '(pointer: fine)' ? 'not all' : query));
    await draw();
    const click = new MouseEvent('mousedown', { bubbles: true, cancelable: true });
    element().dispatchEvent(click);
    expect(click.defaultPrevented).toBe(false);
    coarse.mockRestore();
  });

  test('long words stay inside the window and are read whole', async () => {
    await page.viewport(320, 640);
    await drawOpen({ options: [...OPTIONS, { value: 'long', label: VERY_LONG }] });
    const box = list()?.getBoundingClientRect();
    expect(box?.left).toBeGreaterThanOrEqual(10);
    expect(box?.right).toBeLessThanOrEqual(310);
    const long = entries().at(-1);
    expect(long?.scrollWidth).toBeLessThanOrEqual(long?.clientWidth ?? 0);
    await page.viewport(1280, 800);
  });
});

const COUNTRIES = Array.from({ length: 200 }, (_, at) => ({ value: `C${at}`, label: `Country ${at}` }));
const valuesInDom = () => [...element().options].map(({ value }) => value);

function Watched({ onFirstFrame }: { readonly onFirstFrame: (values: string[]) => void }) {
  useLayoutEffect(() => onFirstFrame(valuesInDom()), [onFirstFrame]);
  return <Form options={COUNTRIES} value="C120" />;
}

describe('a long list', () => {
  test('has the chosen option in its first frame and the others right after, with the same one chosen', async () => {
    const first: string[][] = [];
    await render(
      <Watched
        onFirstFrame={(values) => {
          first.push(values);
        }}
      />,
    );
    expect(first).toEqual([['', 'C120']]);
    await eventually(() => expect(valuesInDom()).toEqual(['', ...COUNTRIES.map(({ value }) => value)]));
    expect(element().value).toBe('C120');
  });
});

describe('keys', () => {
  test.each(['{Enter}', ' ', '{ArrowDown}', '{ArrowUp}', '{Alt>}{ArrowDown}{/Alt}', '{F4}', '{PageDown}'])(
    '%s opens the list at the present answer and changes nothing',
    async (key) => {
      const { chosen } = await drawFocused({ value: 'Iowa' });
      await press(key);
      await eventually(() => expect(active()).toBe('Iowa'));
      expect(chosen).not.toHaveBeenCalled();
    },
  );

  test('Home and End open it at its ends', async () => {
    await drawFocused({ value: 'Iowa' });
    await press('{End}');
    expect(active()).toBe('Vermont');
    await press('{Escape}{Home}');
    expect(active()).toBe('Choose one');
  });

  test('arrows move by one and stop at the ends', async () => {
    await drawOpen({ value: 'Iowa' });
    await press('{ArrowDown}{ArrowDown}{ArrowUp}');
    expect(active()).toBe('Kansas');
    await press('{End}{ArrowDown}');
    expect(active()).toBe('Vermont');
    await press('{Home}{ArrowUp}');
    expect(active()).toBe('Choose one');
  });

  test('[CONST-23] PageDown and PageUp move 5 entries', async () => {
    await drawOpen({ 'aria-required': true, value: 'Alaba' });
    await press('{PageDown}');
    expect(active()).toBe('Kentucky');
    await press('{PageDown}');
    expect(active()).toBe('Utah');
    await press('{PageDown}');
    expect(active()).toBe('Vermont');
    await press('{PageUp}');
    expect(active()).toBe('Nevada');
  });

  test('Enter and Space choose, Escape does not', async () => {
    const { chosen } = await drawOpen({ value: 'Iowa' });
    await press('{ArrowDown}{Escape}');
    expect(list()).toBeNull();
    expect(document.activeElement).toBe(element());
    expect(chosen).not.toHaveBeenCalled();
    await press('{Enter}{ArrowDown}{Enter}');
    expect(chosen).toHaveBeenLastCalledWith('Kansa');
    await press('{Enter}{ArrowDown} ');
    expect(chosen).toHaveBeenLastCalledWith('Kentu');
  });

  test('Tab chooses the entry that keys led to and moves to the next field, or back with Shift', async () => {
    const { chosen } = await drawOpen({ value: 'Iowa' });
    await press('{ArrowDown}{Tab}');
    expect(chosen.mock.calls).toEqual([['Kansa']]);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('After');
    expect(list()).toBeNull();
    element().focus();
    await press('{Enter}{ArrowDown}{Shift>}{Tab}{/Shift}');
    expect(chosen).toHaveBeenLastCalledWith('Kentu');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Before');
  });

  test('Tab chooses nothing if no key moved', async () => {
    const { chosen } = await drawOpen({ 'aria-required': true });
    await press('{Tab}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('After');
    element().focus();
    await press('{Enter}');
    await userEvent.hover(page.getByRole('listbox').getByRole('option', { name: 'Ohio' }));
    expect(active()).toBe('Ohio');
    await press('{Tab}');
    expect(chosen).not.toHaveBeenCalled();
  });

  test('the active entry is always visible', async () => {
    await page.viewport(1280, 400);
    await drawOpen({ value: 'Verm' });
    for (const key of ['{End}', '{Home}', '{PageDown}', '{PageDown}']) {
      await press(key);
      const box = list()?.getBoundingClientRect();
      const entry = document.querySelector('[data-active]')?.getBoundingClientRect();
      expect(entry?.top).toBeGreaterThanOrEqual(box?.top ?? Number.NaN);
      expect(entry?.bottom).toBeLessThanOrEqual(box?.bottom ?? Number.NaN);
    }
    await page.viewport(1280, 800);
  });
});

describe('letters', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const type = (text: string) => press(text.replaceAll(' ', '[Space]'));

  test('[CONST-21] letters belong together until a second after the last; then a new word begins', async () => {
    await drawOpenAtOnce();
    await type('c');
    expect(active()).toBe('Colorado');
    vi.advanceTimersByTime(999);
    await type('on');
    expect(active()).toBe('Connecticut');
    vi.advanceTimersByTime(999);
    await type('u');
    expect(active()).toBe('Connecticut');
    vi.advanceTimersByTime(1000);
    await type('u');
    expect(active()).toBe('Utah');
  });

  test('"New York" can be typed', async () => {
    const { chosen } = await drawOpenAtOnce();
    await type('new y');
    expect(active()).toBe('New York');
    await press('{Enter}');
    expect(chosen.mock.calls).toEqual([['New Y']]);
  });

  test('typed on the closed select they open the list; leaving chooses the entry that they led to', async () => {
    const { chosen } = await drawFocusedAtOnce();
    await type('new h');
    expect(active()).toBe('New Hampshire');
    expect(chosen).not.toHaveBeenCalled();
    await press('{Tab}');
    expect(chosen.mock.calls).toEqual([['New H']]);
    element().focus();
    vi.advanceTimersByTime(1000);
    await type('ken');
    await userEvent.click(page.getByLabelText('Before'));
    expect(chosen).toHaveBeenLastCalledWith('Kentu');
    expect(list()).toBeNull();
  });

  test('a second later Space chooses again', async () => {
    const { chosen } = await drawOpenAtOnce();
    await type('k');
    vi.advanceTimersByTime(1000);
    await type(' ');
    expect(chosen.mock.calls).toEqual([['Kansa']]);
  });

  test('the words of the empty entry are not found', async () => {
    await drawOpenAtOnce();
    await type('ch');
    expect(active()).not.toBe('Choose one');
  });

  async function drawFocusedAtOnce() {
    vi.useRealTimers();
    const drawn = await drawFocused();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    return drawn;
  }
  async function drawOpenAtOnce() {
    const drawn = await drawFocusedAtOnce();
    await press('{Enter}');
    return drawn;
  }
});

describe('the mouse', () => {
  test('a press outside closes the list and chooses nothing', async () => {
    const { chosen } = await drawOpen({ value: 'Iowa' });
    await press('{ArrowDown}');
    await userEvent.click(page.getByLabelText('Before'));
    await eventually(() => expect(list()).toBeNull());
    expect(chosen).not.toHaveBeenCalled();
  });

  test('[CONST-23] the arrow turns in 300 ms', async () => {
    await drawOpen();
    const arrow = element().nextElementSibling;
    if (!arrow) throw new Error('There is no arrow.');
    const style = getComputedStyle(arrow);
    expect([style.transitionProperty, style.transitionDuration]).toEqual(['rotate', '0.3s']);
    await eventually(() => expect(style.rotate).toBe('180deg'));
  });
});
