import { randomBytes, randomUUID } from 'node:crypto';
import { text } from '@firstyear/form-engine';
import { englishForm } from '@firstyear/form-engine/testing';
import { definition } from '@firstyear/partners/larkmoor/form';
import { beforeEach, expect, test } from 'vitest';
import {
  answerSealer,
  isSealedBy,
  type SealedAnswers,
  type UnreadableAnswer,
  withoutSealed,
} from './sealed-answers.ts';

const form = englishForm(definition);
const unreadable: UnreadableAnswer[] = [];
beforeEach(() => void unreadable.splice(0));

const sealerOf = (current: Buffer, previous?: Buffer) =>
  answerSealer({ current, previous }, (answer) => unreadable.push(answer));
const secret = randomBytes(32);
const next = randomBytes(32);
const sealer = sealerOf(secret);
const application = randomUUID();
const KEY = 'alien_registration_number';
const answers = { first_name: 'Ada', [KEY]: 'A000-000-000' };

/** Flips one bit of the last byte. */
function damage(sealed: SealedAnswers): SealedAnswers {
  const [id, content = ''] = (sealed[KEY] ?? '').split('.');
  const bytes = Buffer.from(content, 'base64');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  return { [KEY]: `${id}.${bytes.toString('base64')}` };
}

test('the alien registration number is sealed, and opens to what was typed', () => {
  expect([...form.byStoredKey.keys()].filter((key) => isSealedBy(form, key))).toEqual([KEY]);
  const stored = sealer.seal(form, application, answers);
  expect(stored.answers).toEqual({ first_name: 'Ada' });
  expect(JSON.stringify(stored)).not.toContain('000-000');
  expect(sealer.open(application, stored)).toEqual(answers);
});

test('the same answer is never sealed to the same ciphertext twice', () => {
  expect(sealer.seal(form, application, answers).sealed_answers).not.toEqual(
    sealer.seal(form, application, answers).sealed_answers,
  );
});

test('a sealed answer opens only unchanged, in its application, with its secret; otherwise it is empty and reported', () => {
  const stored = sealer.seal(form, application, answers);
  const elsewhere = randomUUID();
  expect(sealer.open(elsewhere, stored)).toEqual({ first_name: 'Ada' });
  expect(sealerOf(next).open(application, stored)).toEqual({ first_name: 'Ada' });
  for (const sealed_answers of [damage(stored.sealed_answers), { [KEY]: 'x' }, { [KEY]: '' }, { [KEY]: 'a.b.c' }]) {
    expect(sealer.open(application, { answers: {}, sealed_answers })).toEqual({});
  }
  const reported = [elsewhere, application, application, application, application, application];
  expect(unreadable).toEqual(reported.map((applicationId) => ({ applicationId, key: KEY })));
});

test("true and false are sealed too, and content that isn't an answer is never returned as one", () => {
  expect(sealer.open(application, sealer.seal(form, application, { [KEY]: true }))).toEqual({ [KEY]: true });
  const number: Record<string, string> = JSON.parse(`{"${KEY}":7}`);
  expect(sealer.open(application, sealer.seal(form, application, number))).toEqual({});
  expect(unreadable).toEqual([{ applicationId: application, key: KEY }]);
});

test('sealed answers of earlier versions open in this one', () => {
  const sealed_answers = {
    [KEY]: '8aa026a46f950197.xcHdTIXOmjQx62QnvVcyCLwmyNw1RFmPp+uKMsWcjk/uVFackCDfsfRy',
  };
  const earlier = sealerOf(Buffer.alloc(32, 7));
  const stored = { answers: {}, sealed_answers };
  expect(earlier.open('00000000-0000-4000-8000-000000000000', stored)).toEqual({ [KEY]: 'A000-000-000' });
});

test('an unreadable sealed answer survives saves of other answers, until it is replaced', () => {
  const damaged = damage(sealer.seal(form, application, answers).sealed_answers);
  const before = { sealed_answers: damaged, answers: { first_name: 'Ada' } };
  expect(sealer.seal(form, application, { first_name: 'Bo' }, before).sealed_answers).toEqual(damaged);
  const again = sealer.seal(form, application, { [KEY]: 'A111-111-111' }, before);
  expect(sealer.open(application, again)).toEqual({ [KEY]: 'A111-111-111' });
  expect(sealer.seal(form, application, { [KEY]: '' }, before).sealed_answers).toEqual({});
  const { sealed_answers } = sealer.seal(form, application, answers);
  expect(sealer.seal(form, application, {}, { sealed_answers, answers }).sealed_answers).toEqual({});
});

test('an unchanged answer keeps its ciphertext, unless the secret is replaced', () => {
  const { sealed_answers } = sealer.seal(form, application, answers);
  const before = { sealed_answers, answers };
  const other = { ...answers, first_name: 'Bo' };
  expect(sealer.seal(form, application, other, before)).toEqual({ sealed_answers, answers: { first_name: 'Bo' } });
  const changed = { ...answers, [KEY]: 'A111-111-111' };
  expect(sealer.open(application, sealer.seal(form, application, changed, before))).toEqual(changed);
  expect(sealerOf(next).open(application, sealerOf(next, secret).seal(form, application, answers, before))).toEqual(
    answers,
  );
});

test('while a secret is replaced, answers sealed with either can be read, and new answers are sealed with the current one', () => {
  const stored = sealer.seal(form, application, answers);
  const both = sealerOf(next, secret);
  expect(both.open(application, stored)).toEqual(answers);
  expect(sealerOf(next).open(application, both.seal(form, application, answers))).toEqual(answers);
  expect(sealerOf(secret, next).open(application, both.seal(form, application, answers))).toEqual(answers);
});

/** A form with two questions, and whether it seals them. */
const twoQuestions = (sealed?: true) => {
  const items = ['a', 'b'].map((key) => text({ key, label: key, ...(sealed && { sealed }) }));
  return englishForm({ pages: [{ id: 'about', navLabel: 'About', title: 'About', items }] });
};

test('of several sealed answers each is kept, opened and sealed again, until a form asks for it in the clear', () => {
  const two = { a: '1', b: '2' };
  const { sealed_answers } = sealer.seal(twoQuestions(true), application, two);
  const before = { answers: {}, sealed_answers };
  expect(sealer.open(application, before)).toEqual(two);
  expect(sealerOf(next).seal(twoQuestions(true), application, {}, before)).toEqual(before);
  const { sealed, count } = sealerOf(next, secret).reseal(application, sealed_answers);
  expect([count, sealerOf(next).open(application, { answers: {}, sealed_answers: sealed })]).toEqual([2, two]);
  expect(Object.keys(sealer.sealAll(application, two))).toEqual(['a', 'b']);
  const opened = { answers: two, sealed_answers };
  expect(sealer.seal(twoQuestions(), application, two, opened)).toEqual({ answers: two, sealed_answers: {} });
});

test("answers that today's form seals, or that were sealed, are left out", () => {
  const given = { a: '1', former: '2', city: 'Sampleton' };
  expect(withoutSealed(given, [twoQuestions(), twoQuestions(true)], { former: 'x' })).toEqual({ city: 'Sampleton' });
});

test('resealing leaves answers with the current secret, and unreadable ones, unchanged', () => {
  const { sealed_answers: sealed } = sealer.seal(form, application, answers);
  expect(sealer.reseal(application, sealed)).toEqual({ sealed, count: 0, unreadable: [] });
  const damaged = damage(sealed);
  const { sealed: kept, count, unreadable: lost } = sealerOf(next, secret).reseal(application, damaged);
  expect({ kept, count, lost }).toEqual({ kept: damaged, count: 0, lost: [{ applicationId: application, key: KEY }] });
});
