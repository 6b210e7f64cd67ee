import { eventually } from '@firstyear/ui/eventually.testing.ts';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { AnswerStoreProvider } from '../answers/hooks.ts';
import { control, drawForm, storeOf } from './draw-form.testing.tsx';
import { focusQuestion, focusQuestionWhenThere } from './focus-question.ts';
import { FormRenderer } from './form-renderer.tsx';

const FIRST = 'entry_term';
const LATE = 'parent_email_address';

/** The parts above the form, with the smallest possible header. */
const ABOVE = <div style={{ height: 360 }} />;

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** Begins to draw a page as the app does. Resolves after the first step, before the next one. */
async function beginPage(drawFrom: string): Promise<HTMLElement> {
  const place = document.createElement('main');
  document.body.append(place);
  const root = createRoot(place);
  ends.push(() => {
    root.unmount();
    place.remove();
  });
  const begun = new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      observer.disconnect();
      resolve();
    });
    observer.observe(place, { childList: true, subtree: true });
  });
  root.render(
    <AnswerStoreProvider value={storeOf({})}>
      {ABOVE}
      <FormRenderer page="about" showErrors={false} isLoggedIn={false} drawFrom={drawFrom} />
      <footer>The end</footer>
    </AnswerStoreProvider>,
  );
  await begun;
  return place;
}

const isPartial = (place: HTMLElement) => place.querySelector('[data-partial]') !== null;
const isThere = (key: string) => document.getElementById(key) !== null;
const bottomOf = (elements: readonly Element[]) =>
  Math.max(...elements.map((element) => element.getBoundingClientRect().bottom));
/** Headings and controls in the order of the document. */
const contentsOf = (place: HTMLElement) =>
  [...place.querySelectorAll('h2, h3, h4, input, select, textarea')].map((item) => item.id || item.textContent);

test('a page is drawn from its top: first what fills the window, with its end below it, then the rest', async () => {
  const place = await beginPage('');
  expect([isPartial(place), isThere(FIRST), isThere(LATE)]).toEqual([true, true, false]);
  const { bottom } = document.documentElement.getBoundingClientRect();
  expect(bottomOf([...place.querySelectorAll('section')])).toBeGreaterThan(innerHeight);
  expect(place.querySelector('footer')?.getBoundingClientRect().top).toBeGreaterThanOrEqual(innerHeight);
  const first = control(FIRST);
  first.focus();
  await eventually(() => expect(isPartial(place)).toBe(false));
  // Later steps take nobody's focus.
  expect(control(FIRST)).toBe(first);
  expect(document.activeElement).toBe(first);
  expect(document.documentElement.getBoundingClientRect().bottom).toBeGreaterThan(bottom);
  const contents = contentsOf(place);
  ends.pop()?.();
  const { container } = await drawForm({ page: 'about', isLoggedIn: false });
  const ids = (all: readonly (string | null)[]) => all.filter((item) => !item?.startsWith('_r_'));
  expect(ids(contents)).toEqual(ids(contentsOf(container)));
});

test('a question navigated to is there in the first step, with everything before it', async () => {
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {});
  const place = await beginPage('citizenship_type');
  expect(isPartial(place)).toBe(true);
  expect(focusQuestion('citizenship_type')).toBe(true);
  expect(place.querySelector('footer')?.getBoundingClientRect().top).toBeGreaterThanOrEqual(innerHeight);
  const before = contentsOf(place);
  await eventually(() => expect(isPartial(place)).toBe(false));
  expect(contentsOf(place).slice(0, before.length)).toEqual(before);
});

test('a question whose link is pressed before it is drawn takes the focus once it is drawn', async () => {
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {});
  await beginPage('');
  expect(focusQuestion(LATE)).toBe(false);
  focusQuestionWhenThere(LATE);
  await eventually(() => expect(document.activeElement).toBe(control(LATE)));
});
