import {
  answer,
  type Call,
  confirm,
  login,
  profile,
  SAVE_AGE_HEADER,
  SAVE_CLIENT_HEADER,
  SAVE_SEQUENCE_HEADER,
  signup,
} from '@firstyear/api-contract';
import type { Connections } from '../../support/connections.ts';
import { Browser } from '../storm/browser.ts';
import type { Mailbox } from '../storm/mailbox.ts';

/** Somebody who is logged in and has given every answer. */
export interface Applicant {
  /** Saves the next two answers of those that are asked for. */
  save(): Promise<void>;
  readProfile(): Promise<void>;
}

interface Parts {
  readonly connections: Connections;
  readonly mailbox: Mailbox;
  readonly answersOf: (email: string) => Readonly<Record<string, string | boolean>>;
  /** Questions that take any short text. */
  readonly keys: readonly string[];
}

const PASSWORD = 'Violet-lantern-over-the-harbor-42';

/**
 * An applicant made over HTTP, as a browser does it, so that it works with any version. What is returned is not read: an older
 * version may return something else. Throws when a call is refused.
 */
export async function makeApplicant(parts: Parts, number: number): Promise<Applicant> {
  const { connections, mailbox, answersOf, keys } = parts;
  const browser = new Browser(connections, `198.18.${number >> 8}.${number & 255}`);
  const email = `ada.testperson.${number}@mail.example`;
  const client = `tab-of-person-${number}`;
  let sequence = 0;
  const call = async ({ method, path }: Call, payload?: object, headers: Readonly<Record<string, string>> = {}) => {
    const sent = { 'content-type': 'application/json', ...headers };
    const body = payload && { body: JSON.stringify(payload) };
    const { outcome } = await browser.send({ method, path, headers: payload ? sent : headers, ...body });
    if (outcome.kind !== 'done') throw new Error(`${method} ${path}: ${JSON.stringify(outcome)}`);
  };
  const save = (answers: object) => {
    sequence += 1;
    const numbered = { [SAVE_CLIENT_HEADER]: client, [SAVE_SEQUENCE_HEADER]: String(sequence), [SAVE_AGE_HEADER]: '0' };
    return call(answer, answers, numbered);
  };
  await call(signup, { username: email, password: PASSWORD });
  const code = await mailbox.codeFor(email);
  if (code === undefined) throw new Error('No mail came with a code.');
  await call(confirm, { username: email, code });
  await call(login, { username: email, password: PASSWORD });
  await save(answersOf(email));
  return {
    save: () => {
      const two = [0, 1].map((place) => [keys[(sequence + place) % keys.length] ?? '', `Answer ${sequence} ${place}`]);
      return save(Object.fromEntries(two));
    },
    readProfile: () => call(profile),
  };
}
