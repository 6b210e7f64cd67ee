import { type ErrorMap, type Form, validate } from '@firstyear/form-engine';
import type { HeldAnswers } from './held-answers.ts';
import type { Outbox } from './outbox.ts';

/** Reads the errors of all pages: what the rules say, and what the server has refused. Found once for each change. */
export function createCurrentErrors(form: Form, held: HeldAnswers, outbox: Outbox): () => ErrorMap {
  let errors: ErrorMap = {};
  let changes = -1;
  return () => {
    if (changes === held.changes()) return errors;
    const { answers, ...tabs } = held.state();
    const found = held.isPartial()
      ? {}
      : validate(form, { ...tabs, answers: { ...answers, ...held.drafts() } }, held.moment());
    const refusals = outbox.refusedMessages().map(([key, messages]) => [key, [...(found[key] ?? []), ...messages]]);
    errors = shareErrors(errors, { ...found, ...Object.fromEntries(refusals) });
    changes = held.changes();
    return errors;
  };
}

const isSame = (a: readonly string[] | undefined, b: readonly string[]) =>
  a !== undefined && a.length === b.length && a.every((message, position) => message === b[position]);

/** The newer error map, with the older one's lists (or the older map itself) wherever they are equal. */
export function shareErrors(older: ErrorMap, newer: ErrorMap): ErrorMap {
  const shared: Record<string, readonly string[]> = {};
  let differs = Object.keys(older).length !== Object.keys(newer).length;
  for (const [key, messages] of Object.entries(newer)) {
    const before = older[key];
    const same = before !== undefined && isSame(before, messages);
    if (!same) differs = true;
    shared[key] = same ? before : messages;
  }
  return differs ? shared : older;
}
