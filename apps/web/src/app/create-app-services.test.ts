import { englishForm } from '@firstyear/form-engine/testing';
import { eventually } from '@firstyear/ui/eventually.testing.ts';
import { clearToasts, currentToasts } from '@firstyear/ui/toast-store.ts';
import { definition } from '@partner/form.ts';
import { partner } from '@partner/partner.ts';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { ConnectionError, showFailure } from '../api/errors.ts';
import { putAnswers } from '../autosave/put-answers.ts';
import { type ScriptedResponse, scriptNetwork } from '../scripted-network.testing.ts';
import { createAppServices, withoutBrowser } from './create-app-services.ts';

const USERNAME = 'ada.testperson@mail.example';
const NOT_HEARD = "The site isn't responding. Please check your connection and try again.";
const LOCKED = "Your application has been submitted, so it can't be changed anymore.";
const SAVED: ScriptedResponse = [200, { message: 'Saved.' }];
const NOON = Date.parse('2026-11-21T12:00:00Z');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
  clearToasts();
});

/** A started applicant who has typed two answers, the second one later, and has seen that they could not be saved. */
function typeWithoutConnection() {
  const services = createAppServices(partner, englishForm(definition), withoutBrowser('/about'));
  const { snapshot, answers, autosave } = services;
  services.saves.put = putAnswers;
  snapshot.set({ is_logged_in: true, username: USERNAME, web_status: 'started' });
  answers.owner.signIn(USERNAME);
  answers.change('first_name', 'Ada');
  vi.setSystemTime(NOON + 60_000);
  answers.change('city', 'Faketown');
  showFailure(new ConnectionError(), { cause: 'save', isLeftToDo: true });
  onTestFinished(() => {
    autosave.stop();
    // The next test file runs in the same process: a 401 there would end this session too.
    snapshot.set({ is_logged_in: false });
  });
  return { snapshot, answers, autosave };
}

const said = () => currentToasts().map(({ message }) => message);

test('the error about unsaved answers stays until the last of them is saved', async () => {
  const second = Promise.withResolvers<ScriptedResponse>();
  const calls = scriptNetwork(({ body }) => (Object.hasOwn(Object(body), 'city') ? second.promise : SAVED));
  const { answers, autosave } = typeWithoutConnection();
  autosave.start();
  await eventually(() => expect(calls.map(({ body }) => body)).toEqual([{ first_name: 'Ada' }, { city: 'Faketown' }]));
  expect(said()).toEqual([NOT_HEARD]);
  second.resolve(SAVED);
  await eventually(() => expect(answers.outbox.unsaved()).toBeUndefined());
  expect(said()).toEqual([]);
});

test('[D24] the only message about an application found submitted is that', async () => {
  scriptNetwork(() => [409, { code: 'locked', message: LOCKED }]);
  const { snapshot, autosave } = typeWithoutConnection();
  showFailure(new ConnectionError(), { cause: 'submission', isLeftToDo: true });
  autosave.start();
  await eventually(() => expect(snapshot.get().web_status).toBe('submitted'));
  expect(said()).toEqual([LOCKED]);
});
