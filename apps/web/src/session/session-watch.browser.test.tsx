import { englishForm } from '@firstyear/form-engine/testing';
import { eventually } from '@firstyear/ui/eventually.testing.ts';
import { createValue } from '@firstyear/ui/hooks.ts';
import { definition } from '@partner/form.ts';
import { expect, onTestFinished, test } from 'vitest';
import { createAnswerStore } from '../answers/answer-store.ts';
import { createOtherTabs } from './other-tabs.ts';
import { followUnsaved } from './session-watch.tsx';

const form = englishForm(definition);

/** A logged-in tab of this browser. */
function openTab() {
  const answers = createAnswerStore(form, () => new Date('2026-11-20T12:00:00Z'));
  answers.signIn('ada@mail.example');
  let flushes = 0;
  const otherTabs = createOtherTabs();
  const unsavedElsewhere = createValue(0);
  const open = () =>
    followUnsaved({ otherTabs, unsavedElsewhere }, answers, {
      flush: () => {
        flushes += 1;
      },
    });
  const save = () => {
    const unsaved = answers.unsaved();
    if (unsaved) answers.acknowledge(unsaved);
  };
  const close = open();
  onTestFinished(close);
  return { answers, otherTabs, save, close, elsewhere: unsavedElsewhere.get, flushes: () => flushes };
}

test('[D3] each tab knows how many questions the others have not saved, also when it was opened later, and asks them to save', async () => {
  const [first, second] = [openTab(), openTab()];
  first.answers.changeMany({ entry_term: 'fall_2027', first_name: 'Ada' });
  second.answers.change('city', 'Faketown');
  const third = openTab();
  const counts = () => [first.elsewhere(), second.elsewhere(), third.elsewhere()];
  await eventually(() => expect(counts()).toEqual([1, 2, 3]));
  third.otherTabs.announce('save');
  await eventually(() => expect([first.flushes(), second.flushes()]).toEqual([1, 1]));
  first.save();
  await eventually(() => expect(counts()).toEqual([1, 0, 1]));
  second.close();
  await eventually(() => expect(counts()).toEqual([0, 0, 0]));
});

test('a page that is left no longer counts, but does again when the browser restores it', async () => {
  const [first, second] = [openTab(), openTab()];
  first.answers.change('first_name', 'Ada');
  await eventually(() => expect(second.elsewhere()).toBe(1));
  window.dispatchEvent(new PageTransitionEvent('pagehide'));
  await eventually(() => expect(second.elsewhere()).toBe(0));
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await eventually(() => expect(second.elsewhere()).toBe(1));
});
