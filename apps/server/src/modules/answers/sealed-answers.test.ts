import { randomBytes, randomUUID } from 'node:crypto';
import { applicationForm } from '@firstyear/application-form';
import { partner } from '@firstyear/partners/larkmoor';
import { expect, test } from 'vitest';
import { answerSealer, sealedKeys } from './sealed-answers.ts';

const form = applicationForm(partner);
const secret = randomBytes(32);
const sealer = answerSealer(form, secret);
const application = randomUUID();
const answers = { first_name: 'Ada', alien_registration_number: 'A000-000-000' };

test('the alien registration number is sealed, and opens to what was typed', () => {
  expect([...sealedKeys(form)]).toEqual(['alien_registration_number']);
  const stored = sealer.seal(application, answers);
  expect(stored.answers).toEqual({ first_name: 'Ada' });
  expect(JSON.stringify(stored)).not.toContain('000-000');
  expect(sealer.open(application, stored)).toEqual(answers);
});

test('the same answer is never sealed to the same text twice', () => {
  expect(sealer.seal(application, answers).sealed_answers).not.toEqual(
    sealer.seal(application, answers).sealed_answers,
  );
});

test('a sealed answer opens only in its own application, with its own secret, unchanged', () => {
  const stored = sealer.seal(application, answers);
  expect(() => sealer.open(randomUUID(), stored)).toThrow('cannot be opened');
  expect(() => answerSealer(form, randomBytes(32)).open(application, stored)).toThrow('cannot be opened');
  const bytes = Buffer.from(stored.sealed_answers.alien_registration_number ?? '', 'base64');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  const changed = { answers: {}, sealed_answers: { alien_registration_number: bytes.toString('base64') } };
  expect(() => sealer.open(application, changed)).toThrow('cannot be opened');
});
