import { expect, test } from 'vitest';
import { API_ERROR_CODES, API_ERRORS, isApiErrorCode } from './errors.ts';

test('[ERR-22] 401 means that the session is gone, and nothing else does', () => {
  const codes = API_ERROR_CODES.filter((code) => isApiErrorCode(code) && API_ERRORS[code][0] === 401);
  expect(codes).toEqual(['no_session']);
});

test('[ERR-22] what an applicant reads never shows a code or a status', () => {
  expect(API_ERROR_CODES.length).toBeGreaterThan(20);
  for (const [code, [status, message]] of Object.entries(API_ERRORS)) {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(message).not.toContain(String(status));
    if (code.includes('_')) expect(message).not.toContain(code);
    expect(message).toMatch(/^[A-Z].*[.]$/);
  }
});
