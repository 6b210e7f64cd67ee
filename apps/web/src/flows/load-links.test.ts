import { englishForm } from '@firstyear/form-engine/testing';
import { createValue } from '@firstyear/ui/hooks.ts';
import { createClock } from '@firstyear/ui/manual-clock.testing.ts';
import { clearToasts, currentToasts } from '@firstyear/ui/toast-store.ts';
import { definition } from '@partner/form.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { createAnswerStore } from '../answers/answer-store.ts';
import { type ScriptedResponse, scriptNetwork } from '../scripted-network.testing.ts';
import { createSnapshotStore } from '../session/snapshot.ts';
import { FIRST_VISIT } from '../session/visit.ts';
import { createApplicationLoad } from './load-application.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  clearToasts();
});

/** A visitor's page that was opened by a link, or reloaded with a history entry that has the link's parameters. */
function open(address: string, response: ScriptedResponse, state: unknown = null) {
  const history = { state, shown: address };
  const replaceState = (next: unknown, _: string, url: URL) => {
    Object.assign(history, { state: next, shown: url.pathname + url.search });
  };
  const url = new URL(address, 'https://larkmoor.example');
  vi.stubGlobal('window', { location: { href: url.href }, history: Object.assign(history, { replaceState }) });
  const calls = scriptNetwork(() => response);
  const answers = createAnswerStore(englishForm(definition), () => new Date('2026-11-21T12:00:00Z'));
  const snapshot = createSnapshotStore();
  const { loadOnce, service } = createApplicationLoad({
    place: () => ({ url, state }),
    snapshot,
    visit: { ...FIRST_VISIT },
    answers,
    autosave: { start: vi.fn() },
    tabApplicant: { username: () => null },
    tabStorage: null,
    saves: { put: null },
    isPartial: createValue(false),
    submissionWaiting: createValue(null),
    waitForConnection: () => new Promise(() => {}),
    logout: null,
    after: createClock().after,
    random: () => 0,
  });
  const paths = () => calls.map(({ path }) => path);
  return { load: async () => void (await loadOnce()), service, answers, snapshot, history, paths };
}

const SERVED = { answer: { first_name: 'Ada' }, add_another: {}, document_answer: {}, tabs: {} };

test('[ROUTE-17, ROLE-05] the token of a service link shows the application, leaves the address, and lasts over a reload', async () => {
  const first = open('/about?service_token=abc&print=page', [200, SERVED], { kept: 1 });
  first.answers.change('city', 'Sampleton');
  await first.load();
  expect(first.history).toMatchObject({ shown: '/about?print=page', state: { kept: 1, service_token: 'abc' } });
  const reloaded = open('/about', [200, SERVED], first.history.state);
  await reloaded.load();
  for (const { answers, service, snapshot, paths } of [first, reloaded]) {
    expect(paths()).toEqual(['/service/tmp-pdf?service_token=abc']);
    expect(answers.getState().answers).toEqual({ first_name: 'Ada' });
    expect(service.get()).toMatchObject({ application: SERVED, prints: 'page' });
    expect(snapshot.get()).toMatchObject({ is_service_user: true, is_logged_in: false });
  }
});

test('an address without a token makes no call, whatever the history entry has', async () => {
  for (const state of [null, 'text', { service_token: 7 }]) {
    const { load, paths } = open('/about', [200, {}], state);
    await load();
    expect(paths()).toEqual([]);
  }
});

test('[ROUTE-16] the answers of a link about another school or country are not mixed into those that are there', async () => {
  const given = { hs_name: 'Other School', hs_ceeb: '123456', country: 'USA', state: 'KY', first_name: 'Ada' };
  const link = open('/about?token=abc', [200, given]);
  link.answers.changeMany({ hs_name: 'Sample High School', country: 'DEU' });
  await link.load();
  const { answers } = link.answers.getState();
  expect(answers).toMatchObject({ hs_name: 'Sample High School', country: 'DEU', first_name: 'Ada' });
  expect([answers.hs_ceeb ?? '', answers.state ?? '']).toEqual(['', '']);
});

test('the answers of a link fill empty questions, and its token leaves the address; a refused token is reported and stays', async () => {
  const link = open('/about?token=abc', [200, { first_name: 'Ada', city: 'Other' }]);
  link.answers.change('city', 'Sampleton');
  await link.load();
  expect(link.answers.getState().answers).toMatchObject({ first_name: 'Ada', city: 'Sampleton' });
  expect(link.history.shown).toBe('/about');
  const refused = open('/about?token=abc', [404, { message: 'This link is not valid any more.' }]);
  await refused.load();
  expect([refused.history.shown, refused.answers.outbox.unsaved()]).toEqual(['/about?token=abc', undefined]);
  expect(currentToasts()).toMatchObject([{ message: 'This link is not valid any more.' }]);
});
