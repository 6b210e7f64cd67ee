import { check, date, type Form, lookup, phone, radio, select, text, textarea } from '@firstyear/form-engine';
import { useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, onTestFinished, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { AnswerStoreProvider } from '../answers/hooks.ts';
import { control, smallForm, storeOf, valueIn } from '../form/draw-form.testing.tsx';
import { FormRenderer } from '../form/form-renderer.tsx';
import { beginTakeOver } from './take-over.ts';

const CHOICES = [
  { value: 'B', label: 'Beta' },
  { value: 'G', label: 'Gamma' },
];

const form = smallForm([
  text({ key: 'name', label: 'Name' }),
  textarea({ key: 'essay', label: 'Essay' }),
  select({ key: 'letter', label: 'Letter', options: CHOICES }),
  radio({ key: 'side', label: 'Side', options: CHOICES }),
  check({ key: 'agrees', label: 'Agrees' }),
  phone({ key: 'phone', label: 'Phone' }),
  lookup({ key: 'school', label: 'School', category: 'hs_ceeb', fills: {} }),
  date({ key: 'day', label: 'Day' }),
]);

function Arrival({ onArrive }: { readonly onArrive: () => void }) {
  useEffect(onArrive, [onArrive]);
  return null;
}

/** Draws the form as the build does, and returns what hydrates it and takes over the input. */
function prerender(drawn: Form) {
  const root = document.createElement('main');
  document.body.append(root);
  const store = storeOf({ form: drawn });
  const arrived = Promise.withResolvers<void>();
  const page = (
    <AnswerStoreProvider value={store}>
      <FormRenderer page="about" showErrors={false} isLoggedIn={false} />
      <Arrival onArrive={arrived.resolve} />
    </AnswerStoreProvider>
  );
  // Again, as the build does: a select that is not on the page yet would leave its options for a second frame.
  for (const _ of ['first', 'again']) root.innerHTML = renderToString(page);
  return {
    answers: () => store.getState().answers,
    takeOver: async () => {
      const end = beginTakeOver(root, { controls: new Set(), pressed: null, stop: () => {} });
      const hydrated = hydrateRoot(root, page);
      onTestFinished(() => {
        hydrated.unmount();
        root.remove();
      });
      await arrived.promise;
      end();
    },
  };
}

/** Changes a field without an event, as a browser does that restores or fills in a page. */
function fillSilently(id: string, value: string | true): void {
  const field = control(id);
  if (value === true) Object.assign(field, { checked: true });
  else Object.assign(field, { value });
}

test('what fields hold before the app starts becomes answers, also without an event', async () => {
  const { answers, takeOver } = prerender(form);
  fillSilently('name', 'Ada');
  fillSilently('essay', 'Two\nlines');
  fillSilently('letter', 'G');
  fillSilently('side-G', true);
  fillSilently('agrees', true);
  fillSilently('phone', '5555550123');
  fillSilently('school', 'Testville High School');
  fillSilently('day', '2008-05-17');
  await takeOver();
  expect(answers()).toMatchObject({
    name: 'Ada',
    essay: 'Two\nlines',
    letter: 'G',
    side: 'G',
    agrees: true,
    phone: '(555) 555-0123',
    school: 'Testville High School',
    day: '2008-05-17',
  });
  expect(['name', 'letter', 'phone', 'day'].map(valueIn)).toEqual(['Ada', 'G', '(555) 555-0123', '2008-05-17']);
});

test('a date that is half typed when the app starts keeps its parts, and can be completed', async () => {
  const { answers, takeOver } = prerender(form);
  control('day').focus();
  await userEvent.keyboard('0517');
  await takeOver();
  await userEvent.keyboard('2008');
  expect(valueIn('day')).toBe('2008-05-17');
  expect(answers().day).toBe('2008-05-17');
});
