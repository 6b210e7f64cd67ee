import { expect, test } from 'vitest';
import { API_ERRORS } from './errors.ts';

test('[ERR-22] 401 means that the session is gone, and nothing else does', () => {
  const gone = Object.entries(API_ERRORS).filter(([, [status]]) => status === 401);
  expect(gone.map(([code]) => code)).toEqual(['no_session']);
});

test('[ERR-22] what an applicant reads never shows a code or a status', () => {
  expect(Object.keys(API_ERRORS).length).toBeGreaterThan(20);
  for (const [code, [status, message]] of Object.entries(API_ERRORS)) {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(message).not.toContain(String(status));
    if (code.includes('_')) expect(message).not.toContain(code);
    expect(message).toMatch(/^[A-Z].*[.]$/);
  }
});
