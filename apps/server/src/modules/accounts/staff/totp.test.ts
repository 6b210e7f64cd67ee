import { expect, test } from 'vitest';
import { newTotpSecret, stepOfCode, totpCode, totpStep, totpUri } from './totp.ts';

/** "12345678901234567890" of RFC 6238, appendix B, whose codes have eight digits: the last six are ours. */
const RFC = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at second %i is the one in RFC 6238', (second, code) => {
  expect(totpCode(RFC, totpStep(new Date(second * 1000)))).toBe(code);
});

test('a code is valid once, in its own half minute and the ones before and after', () => {
  const at = (second: number) => new Date(second * 1000);
  const code = totpCode(RFC, 100);
  expect([2969, 2970, 3000, 3030, 3059, 3060].map((second) => stepOfCode(RFC, code, at(second), 0))).toEqual([
    undefined,
    100,
    100,
    100,
    100,
    undefined,
  ]);
  expect(stepOfCode(RFC, code, at(3000), 100)).toBeUndefined();
  expect(stepOfCode(RFC, '', at(3000), 0)).toBeUndefined();
});

test('a new secret has 160 bits and is in the address of the QR code', () => {
  const secret = newTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(totpUri(secret, { issuer: 'Larkmoor University', account: 'ada@mail.example' })).toBe(
    `otpauth://totp/Larkmoor%20University:ada%40mail.example?secret=${secret}&issuer=Larkmoor%20University`,
  );
});
