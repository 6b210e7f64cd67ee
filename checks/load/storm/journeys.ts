import { setTimeout as sleep } from 'node:timers/promises';
import {
  answer,
  confirm,
  filePaths,
  getAddAnother,
  getTabs,
  login,
  logout,
  lookupFind,
  pdf,
  presignedUrl,
  profile,
  putTabs,
  SAVE_AGE_HEADER,
  SAVE_CLIENT_HEADER,
  SAVE_SEQUENCE_HEADER,
  signup,
  startConversion,
  submit,
  webStatus,
} from '@firstyear/api-contract';
import { type Form, isDocument, maxLengthOf, traitsOf } from '@firstyear/form-engine';
import type { AcknowledgedWrites } from './acknowledged-writes.ts';
import type { Result } from './browser.ts';
import type { Crowd, Person } from './crowd.ts';
import type { Outcome, Recorder } from './latencies.ts';
import type { Mailbox } from './mailbox.ts';
import type { Operation, Stream } from './streams.ts';

/** How many have much left to fill in before others leave. */
const MAX_AT_WORK = 2_000;
const COPY_WITHIN_MS = 120_000;
const COPY_LOOK_EVERY_MS = 2_000;

export interface JourneyParts {
  readonly form: Form;
  readonly crowd: Crowd;
  readonly mailbox: Mailbox;
  readonly writes: AcknowledgedWrites;
  readonly recorder: Recorder;
  readonly password: string;
  /** Numbers from 0 to 1. */
  readonly random: () => number;
  /** What people type into look-ups. */
  readonly queries: readonly { readonly category: 'hs_ceeb' | 'college_ceeb' | 'address'; readonly text: string }[];
  readonly photo: Buffer;
  /** A part of every new address, so that no two runs share one. */
  readonly run: string;
}

/** Questions that take any short text, are always there, and are stored as they are. */
export function savedKeys(form: Form): readonly string[] {
  return form.fields
    .filter(({ question, gates }) => {
      const isPlain = question.kind === 'text' && question.inputMode === undefined && !question.rules?.length;
      return isPlain && gates.length === 0 && !traitsOf(question).isSealed(question) && maxLengthOf(question) >= 20;
    })
    .map(({ question }) => question.key);
}

/** What people do when they arrive in one of the streams, over HTTP, as the browser app does it. */
export function journeys(parts: JourneyParts): Readonly<Record<Stream, (dueAt: number) => Promise<void>>> {
  const { form, crowd, mailbox, writes, recorder, password, random, queries, photo, run } = parts;
  const keys = savedKeys(form);
  const groups = [...form.tabGroups.values()];
  const document = form.fields.find(({ question }) => isDocument(question))?.question.key ?? '';

  /** Measures a call from the moment at which it was due. */
  const measure = async <Body>(operation: Operation, dueAt: number, doing: Promise<Result<Body>>) => {
    const result = await doing;
    recorder.record(operation, performance.now() - dueAt, result.outcome);
    return 'body' in result ? { body: result.body } : undefined;
  };
  const missing = (operation: Operation, reason: string) => {
    const outcome: Outcome = { kind: 'error', reason };
    recorder.record(operation, 0, outcome);
  };
  const pick = <Item>(list: readonly Item[]) => list[Math.floor(random() * list.length)];

  const logIn = async (person: Person, dueAt: number): Promise<boolean> => {
    const { browser, email } = person;
    const entered = await measure('log in', dueAt, browser.call(login, { payload: { username: email, password } }));
    if (entered === undefined) return false;
    // What the browser app asks for first.
    const now = performance.now();
    await Promise.all([
      measure('profile', now, browser.call(profile)),
      measure('tab', now, browser.call(getTabs)),
      measure('tab', now, browser.call(getAddAnother)),
    ]);
    return true;
  };

  const leave = async (): Promise<void> => {
    const person = crowd.takeLeaving(MAX_AT_WORK);
    if (person === undefined) return;
    await measure('log out', performance.now(), person.browser.call(logout));
    crowd.leave(person);
  };

  const atWork = async (operation: Operation, work: (person: Person) => Promise<void>, taken = crowd.takeAtWork()) => {
    if (taken === undefined) return missing(operation, 'nobody was at work');
    await work(taken);
    return crowd.giveBack(taken);
  };

  return {
    'sign-up': async (dueAt) => {
      const person = crowd.beginNewcomer(run);
      const { browser, email } = person;
      if (!(await measure('sign up', dueAt, browser.call(signup, { payload: { username: email, password } })))) return;
      const code = await mailbox.codeFor(email);
      if (code === undefined) return missing('confirm', 'no mail in a minute');
      const now = performance.now();
      const payload = { username: email, code };
      if (!(await measure('confirm', now, browser.call(confirm, { payload })))) return;
      if (await logIn(person, performance.now())) crowd.giveBack(person);
    },
    login: async (dueAt) => {
      const person = crowd.takeAway();
      if (person === undefined) return missing('log in', 'everybody was logged in');
      if (await logIn(person, dueAt)) crowd.giveBack(person);
      else crowd.leave(person);
      await leave();
    },
    save: (dueAt) =>
      atWork('save', async (person) => {
        const first = Math.floor(random() * keys.length);
        const write = writes.next(person.email, keys.slice(first, first + 1 + Math.floor(random() * 3)));
        person.sequence += 1;
        const headers = {
          [SAVE_CLIENT_HEADER]: person.client,
          [SAVE_SEQUENCE_HEADER]: String(person.sequence),
          [SAVE_AGE_HEADER]: '500',
        };
        const call = person.browser.call(answer, { payload: write.answers, headers });
        if (await measure('save', dueAt, call)) writes.acknowledge(person.email, write);
      }),
    'look-up': async (dueAt) => {
      const query = pick(queries);
      const person = crowd.takeAtWork();
      if (query === undefined || person === undefined) return missing('look up', 'nobody was at work');
      // Several of a person may be on their way: people type on.
      crowd.giveBack(person);
      const asked = { category: query.category, text: query.text, max_results: '5' };
      await measure('look up', dueAt, person.browser.call(lookupFind, { query: asked }));
    },
    tab: (dueAt) =>
      atWork('tab', async ({ browser }) => {
        const group = pick(groups);
        const tab = group && pick(group.tabs);
        if (group === undefined || tab === undefined) return missing('tab', 'the form has no tabs');
        const payload = { tab_id: group.id, chosen_tab: tab.id };
        await measure('tab', dueAt, browser.call(putTabs, { payload }));
      }),
    submission: async (dueAt) => {
      const person = crowd.takeFinishing();
      if (person === undefined) return missing('submit', 'nobody had a complete draft');
      const { browser, email } = person;
      let due = dueAt;
      for (const web_status of ['started', 'validating'] as const) {
        if (!(await measure('status', due, browser.call(webStatus, { payload: { web_status } })))) {
          return crowd.giveBack(person);
        }
        due = performance.now();
      }
      const submitted = await measure('submit', due, browser.call(submit));
      if (submitted === undefined) return crowd.giveBack(person);
      writes.acknowledgeSubmission(email, submitted.body.confirmation_number);
      return crowd.keepSubmitted(person);
    },
    upload: (dueAt) =>
      atWork(
        'upload',
        async ({ browser }) => {
          const upload = async (): Promise<Result<unknown>> => {
            const place = await browser.call(presignedUrl, {
              payload: { answer_key: document, file_size: photo.length },
            });
            if (!('body' in place)) return place;
            const sheet = new FormData();
            for (const [name, value] of Object.entries(place.body.fields)) sheet.append(name, value);
            sheet.append('file', new Blob([new Uint8Array(photo)]), 'transcript.jpg');
            const encoded = new Response(sheet);
            const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
            const body = Buffer.from(await encoded.arrayBuffer());
            const sent = await browser.send({ method: 'POST', path: filePaths.uploads, headers, body });
            if (!('body' in sent)) return sent;
            const payload = { file_key: place.body.fields.key ?? '', file_name: 'transcript.jpg' };
            return browser.call(startConversion, { params: { key: document }, payload });
          };
          await measure('upload', dueAt, upload());
        },
        crowd.takeDrafting(),
      ),
    copy: async (dueAt) => {
      const person = crowd.takeSubmitted();
      if (person === undefined) return missing('PDF copy', 'nobody was there');
      for (const until = dueAt + COPY_WITHIN_MS; performance.now() < until; await sleep(COPY_LOOK_EVERY_MS)) {
        const result = await person.browser.call(pdf);
        if ('body' in result) {
          if (result.body.status === 'FAILED') return missing('PDF copy', 'could not be printed');
          if (result.body.status !== 'COMPLETED') continue;
          const { pathname, search } = new URL(result.body.url, 'http://localhost');
          const copy = person.browser.send({ method: 'GET', path: `${pathname}${search}`, headers: {} });
          await measure('PDF copy', dueAt, copy);
        } else recorder.record('PDF copy', performance.now() - dueAt, result.outcome);
        return undefined;
      }
      return missing('PDF copy', 'not there in two minutes');
    },
  };
}
