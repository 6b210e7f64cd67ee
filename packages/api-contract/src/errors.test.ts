import { apiErrors } from '@firstyear/words/api-errors';
import { expect, test } from 'vitest';
import { API_ERRORS } from './errors.ts';

test('[ERR-22] 401 means only that there is no session', () => {
  const codes = Object.entries(API_ERRORS).filter(([, status]) => status === 401);
  expect(codes.map(([code]) => code)).toEqual(['no_session']);
});

test('[ERR-22] messages for applicants never show a code or a status', () => {
  const sentences = Object.values(apiErrors.texts).flatMap((text) =>
    typeof text === 'string' ? text : Object.values(text),
  );
  expect(sentences.length).toBeGreaterThan(Object.keys(API_ERRORS).length);
  for (const sentence of sentences) {
    expect(sentence).toMatch(/^[A-Z].*[.]$/);
    for (const [code, status] of Object.entries(API_ERRORS)) {
      expect(status).toBeGreaterThanOrEqual(400);
      // Not 2,500 characters.
      expect(sentence).not.toMatch(new RegExp(`(?<![\\d,])${status}`));
      if (code.includes('_')) expect(sentence).not.toContain(code);
    }
  }
});
