import { ServerError } from '@firstyear/api-client/errors';
import * as application from '@firstyear/api-contract/application';
import { confirm, login, logout, signup } from '@firstyear/api-contract/identity';
import { lookupFind } from '@firstyear/api-contract/lookup';
import { type Form, maxLengthOf, traitsOf } from '@firstyear/form-engine';
import { errorCode } from '@firstyear/processes/error-code';
import { codeFor, type Mailbox } from '../../support/mailbox.ts';
import { saveHeaders } from '../../support/person.ts';
import { waitFor } from '../../support/processes.ts';
import type { Applicant, Crowd } from './crowd.ts';
import type { Ending, Operation, Recorder } from './report.ts';
import type { Stream } from './schedule.ts';
import type { AcknowledgedWrites } from './writes.ts';

/** With more people drafting than this, or on the completion page, one logs out. */
const MAX_AT_WORK = 2_000;

interface JourneyParts {
  readonly form: Form;
  readonly crowd: Crowd;
  readonly mailbox: Mailbox;
  readonly writes: AcknowledgedWrites;
  readonly recorder: Recorder;
  readonly password: string;
  readonly queries: readonly { readonly category: 'hs_ceeb' | 'college_ceeb' | 'address'; readonly text: string }[];
  readonly photo: Buffer;
  /** The name of the run, a part of every new address. */
  readonly run: string;
}

/** Questions that take any short text, are always visible, and are stored unencrypted. */
export function savedKeys(form: Form): readonly string[] {
  return form.fields
    .filter(({ question, gates }) => {
      const isPlain = question.kind === 'text' && question.inputMode === undefined && !question.rules?.length;
      return isPlain && gates.length === 0 && !traitsOf(question).isSealed(question) && maxLengthOf(question) >= 20;
    })
    .map(({ question }) => question.key);
}

function endingOf(error: unknown): Ending {
  if (!(error instanceof ServerError)) return { error: errorCode(error) ?? String(error).slice(0, 80) };
  const { status, code = '', retryAfterMs } = error;
  return status === 503 && retryAfterMs !== undefined ? 'shed' : { error: `${status} ${code}`.trim() };
}

/** The calls of each stream's people, as the browser app makes them. */
export function journeys(parts: JourneyParts): Readonly<Record<Stream, (dueAt: number) => Promise<void>>> {
  const { form, crowd, mailbox, writes, recorder, password, queries, photo, run } = parts;
  const keys = savedKeys(form);

  /** Measures a call from the moment it was due; returns its response, wrapped in an object, if it was acknowledged. */
  const measure = async <Body>(operation: Operation, dueAt: number, call: Promise<Body>) => {
    const record = (ending: Ending) => recorder.record(operation, performance.now() - dueAt, ending);
    try {
      const body = await call;
      record('done');
      return { body };
    } catch (error) {
      record(endingOf(error));
      return undefined;
    }
  };
  const recordMissed = (operation: Operation, reason: string) => recorder.record(operation, 0, { error: reason });

  const logIn = async (person: Applicant, dueAt: number): Promise<boolean> => {
    const { client, email } = person;
    const entered = await measure('log in', dueAt, client.call(login, { payload: { username: email, password } }));
    if (entered === undefined) return false;
    // The browser app's first calls.
    const now = performance.now();
    await Promise.all([
      measure('profile', now, client.call(application.profile)),
      measure('tab', now, client.call(application.getTabs)),
      measure('tab', now, client.call(application.getAddAnother)),
    ]);
    return true;
  };

  const leave = async (): Promise<void> => {
    const person = [crowd.drafting, crowd.submitted].find(({ length }) => length > MAX_AT_WORK)?.shift();
    if (person === undefined) return;
    await measure('log out', performance.now(), person.client.call(logout));
    crowd.leave(person);
  };

  const letWork = async (
    operation: Operation,
    work: (person: Applicant) => Promise<void>,
    person = crowd.takeAtWork(),
  ) => {
    if (person === undefined) return recordMissed(operation, 'nobody was at work');
    await work(person);
    return crowd.giveBack(person);
  };

  return {
    'sign-up': async (dueAt) => {
      const person = crowd.beginNewcomer(run);
      const { client, email } = person;
      if (!(await measure('sign up', dueAt, client.call(signup, { payload: { username: email, password } })))) return;
      const code = await codeFor(mailbox, email).catch(() => undefined);
      if (code === undefined) return recordMissed('confirm', 'no mail in a minute');
      const now = performance.now();
      const payload = { username: email, code };
      if (!(await measure('confirm', now, client.call(confirm, { payload })))) return;
      if (await logIn(person, performance.now())) crowd.giveBack(person);
    },
    login: async (dueAt) => {
      const person = crowd.takeAway();
      if (person === undefined) return recordMissed('log in', 'everybody was logged in');
      if (await logIn(person, dueAt)) crowd.giveBack(person);
      else crowd.leave(person);
      await leave();
    },
    save: (dueAt) =>
      letWork('save', async (person) => {
        const first = Math.floor(Math.random() * keys.length);
        const write = writes.next(person.email, keys.slice(first, first + 1 + Math.floor(Math.random() * 3)));
        person.saves += 1;
        const headers = saveHeaders(person.tab, person.saves, 500);
        const call = person.client.call(application.answer, { payload: write.answers, headers });
        if (await measure('save', dueAt, call)) writes.acknowledge(person.email, write);
      }),
    'look-up': async (dueAt) => {
      const query = queries[Math.floor(Math.random() * queries.length)];
      const person = crowd.takeAtWork();
      if (query === undefined || person === undefined) return recordMissed('look up', 'nobody was at work');
      // Several look-ups of a person may be in flight: people keep typing.
      crowd.giveBack(person);
      await measure('look up', dueAt, person.client.call(lookupFind, { query: { ...query, max_results: '5' } }));
    },
    submission: async (dueAt) => {
      const person = crowd.finishing.shift();
      if (person === undefined) return recordMissed('submit', 'nobody had a complete draft');
      const { client, email } = person;
      let due = dueAt;
      for (const web_status of ['started', 'validating'] as const) {
        if (!(await measure('status', due, client.call(application.webStatus, { payload: { web_status } })))) {
          return crowd.giveBack(person);
        }
        due = performance.now();
      }
      const submitted = await measure('submit', due, client.call(application.submit));
      if (submitted === undefined) return crowd.giveBack(person);
      writes.acknowledgeSubmission(email, submitted.body.confirmation_number);
      crowd.submitted.push(person);
    },
    upload: (dueAt) => {
      const upload = async ({ browser }: Applicant) =>
        void (await measure('upload', dueAt, browser.upload('transcript.jpg', photo)));
      return letWork('upload', upload, crowd.drafting.shift());
    },
    copy: async (dueAt) => {
      const person = crowd.submitted.shift() ?? crowd.drafting.shift();
      if (person === undefined) return recordMissed('PDF copy', 'nobody was there');
      const { browser } = person;
      const printed = waitFor('The PDF copy', () => browser.copy(), { withinMs: 120_000, everyMs: 2_000 });
      await measure(
        'PDF copy',
        dueAt,
        printed.then((address) => browser.download(address)),
      );
    },
  };
}
