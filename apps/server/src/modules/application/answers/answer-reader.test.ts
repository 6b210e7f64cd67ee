import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { answerReader } from './sealed-answers.ts';

const KEY = 'alien_registration_number';

function openReader() {
  const lines: unknown[][] = [];
  const log = { warn: (...line: unknown[]) => void lines.push(line) };
  const reader = answerReader({ current: randomBytes(32), previous: undefined }, log);
  const damaged = (id: string) => ({ id, answers: { first_name: 'Ada' }, sealed_answers: { [KEY]: 'x' } });
  return { reader, lines, damaged };
}

test('a damaged answer is omitted and logged once, without the answer', () => {
  const { reader, lines, damaged } = openReader();
  for (let reading = 0; reading < 3; reading += 1) expect(reader.read(damaged('one'))).toEqual({ first_name: 'Ada' });
  reader.read(damaged('two'));
  expect(lines).toEqual(
    ['one', 'two'].map((application) => [
      { application, question: KEY },
      'A sealed answer is damaged and shows as empty. A backup of the database may still have it.',
    ]),
  );
});

test('after a thousand damaged answers no more are logged', () => {
  const { reader, lines, damaged } = openReader();
  for (let application = 0; application < 1_005; application += 1) reader.read(damaged(String(application)));
  expect(lines).toHaveLength(1_000);
});
