import { englishForm } from '@firstyear/form-engine/testing';
import { eventually } from '@firstyear/ui/eventually.testing.ts';
import { createValue } from '@firstyear/ui/hooks.ts';
import { definition } from '@partner/form.ts';
import { partner } from '@partner/partner.ts';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createAnswerStore } from '../answers/answer-store.ts';
import { AppProviders } from '../app/app-providers.tsx';
import { createAppServices } from '../app/create-app-services.ts';
import { createLogout } from './log-out.ts';
import { createOtherTabs } from './other-tabs.ts';
import { followUnsaved, SessionWatch, StillWorking } from './session-watch.tsx';

const form = englishForm(definition);

/** A logged-in tab of this browser. */
function openTab() {
  const answers = createAnswerStore(form, () => new Date('2026-11-20T12:00:00Z'));
  answers.owner.signIn('ada@mail.example');
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
    const unsaved = answers.outbox.unsaved();
    if (unsaved) answers.outbox.acknowledge(unsaved);
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

test('Log Out while a submission waits asks, and the question goes when the submission has ended', async () => {
  const services = createAppServices(partner, form);
  services.snapshot.set({ is_logged_in: true, username: 'ada@mail.example', web_status: 'validating' });
  await render(
    <AppProviders services={services}>
      <SessionWatch />
    </AppProviders>,
  );
  const { logOut } = createLogout(services.session.logoutParts);
  const dialog = page.getByRole('alertdialog', { name: "Your application isn't submitted yet" });
  services.submission.waiting.set('Busy.');
  await logOut();
  await expect.element(dialog.getByRole('button', { name: 'Log out without submitting' })).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Back to your application' }).last());
  await expect.element(dialog).not.toBeInTheDocument();
  await logOut();
  await expect.element(dialog).toBeVisible();
  services.submission.waiting.set(null);
  await expect.element(dialog).not.toBeInTheDocument();
  expect(services.snapshot.get().is_logged_in).toBe(true);
});

test('Log Out says of one answer that is not saved that it would be lost, and of several that they would', async () => {
  const services = createAppServices(partner, form);
  services.snapshot.set({ is_logged_in: true, username: 'ada@mail.example', web_status: 'started' });
  await render(
    <AppProviders services={services}>
      <SessionWatch />
    </AppProviders>,
  );
  services.answers.change('city', 'Faketown');
  services.session.pendingLogout.set(async () => {});
  const dialog = page.getByRole('alertdialog');
  await expect.element(dialog).toHaveAccessibleName("1 answer isn't saved yet");
  await expect.element(dialog.getByRole('button', { name: 'Log out and lose it' })).toBeVisible();
  services.answers.change('first_name', 'Ada');
  await expect.element(dialog).toHaveAccessibleName("2 answers aren't saved yet");
  await expect.element(dialog.getByRole('button', { name: 'Log out and lose them' })).toBeVisible();
});

test("'Still working?' says that the answers are saved only while they are, in every tab", async () => {
  const services = createAppServices(partner, form);
  services.answers.owner.signIn('ada@mail.example');
  await render(
    <AppProviders services={services}>
      <StillWorking stay={() => {}} />
    </AppProviders>,
  );
  const saved = page.getByText('Your answers are saved.');
  const unsaved = page.getByText("Some of your answers aren't saved yet.", { exact: false });
  await expect.element(saved).toBeVisible();
  services.answers.change('first_name', 'Ada');
  await expect.element(unsaved).toBeVisible();
  await expect.element(saved).not.toBeInTheDocument();
  const sent = services.answers.outbox.unsaved();
  if (sent) services.answers.outbox.acknowledge(sent);
  await expect.element(saved).toBeVisible();
  services.answers.change('first_name', 'A'.repeat(46));
  await expect.element(unsaved).toBeVisible();
  services.answers.change('first_name', 'Ada');
  services.session.unsavedElsewhere.set(1);
  await expect.element(unsaved).toBeVisible();
});

test('"Still working?" is in the title of the page, for an applicant in another tab', async () => {
  document.title = 'Your Information';
  const { unmount } = await render(
    <AppProviders services={createAppServices(partner, form)}>
      <StillWorking stay={() => {}} />
    </AppProviders>,
  );
  expect(document.title).toBe('Still working? Your Information');
  await unmount();
  expect(document.title).toBe('Your Information');
});
