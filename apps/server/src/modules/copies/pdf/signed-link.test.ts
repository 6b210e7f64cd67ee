import { expect, test } from 'vitest';
import { sign } from '../../../crypto/signature.ts';
import { isSignedLink, LINK_LIFE_MS, linkQuerySchema, signLink } from './service.ts';

const secret = { current: Buffer.alloc(32, 1), previous: undefined };
const NOW = new Date('2026-11-21T12:00:00Z');

/** The parts of a link to copy 7 of account 3. */
function parse(link: string) {
  const query = Object.fromEntries(new URL(link, 'https://apply.example.edu').searchParams);
  return { copyId: '7', accountId: '3', ...linkQuerySchema.parse(query) };
}

test('a link is valid only for its copy, its owner and its time', () => {
  const link = parse(signLink(secret, '7', '3', NOW));
  const at = (later: number) => new Date(NOW.getTime() + later);
  expect(isSignedLink(secret, link, at(LINK_LIFE_MS - 1))).toBe(true);
  expect(isSignedLink(secret, link, at(LINK_LIFE_MS))).toBe(false);
  const later = String(Number(link.expires) + 1);
  for (const change of [{ copyId: '8' }, { accountId: '4' }, { expires: later }, { signature: 'x' }])
    expect(isSignedLink(secret, { ...link, ...change }, NOW), JSON.stringify(change)).toBe(false);
});

test("a link signed by another version is valid, a signature for another purpose isn't", () => {
  const expires = String(NOW.getTime() + 1);
  const signed = (purpose: string) => sign(secret, purpose, `7\n3\n${expires}`).toString('base64url');
  const open = (purpose: string) =>
    isSignedLink(secret, { copyId: '7', accountId: '3', expires, signature: signed(purpose) }, NOW);
  expect([open('pdf links'), open('uploads')]).toEqual([true, false]);
});

test('a link has an expiration in digits and a signature of limited length', () => {
  const isRead = (expires: string, signature = 'x') => linkQuerySchema.safeParse({ expires, signature }).success;
  expect([isRead('1'), isRead('1'.repeat(15)), isRead('1', 'x'.repeat(100))]).toEqual([true, true, true]);
  const wrong = ['', '1x', 'x1', '1e5', '-1', '1'.repeat(16)];
  expect([...wrong.filter((expires) => isRead(expires)), isRead('1', 'x'.repeat(101))]).toEqual([false]);
});
