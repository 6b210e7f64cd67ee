import { expect, test } from 'vitest';
import { fillPath } from './call.ts';
import { conversionStatus, documentAnswers } from './documents.ts';

test('path parameters are encoded, and a missing one is an error', () => {
  expect(fillPath(documentAnswers)).toBe('/api/document-answer');
  expect(fillPath(conversionStatus, { key: 'a b/c' })).toBe('/api/pdf/document-answer/a%20b%2Fc');
  expect(() => fillPath(conversionStatus)).toThrow('needs the parameter key');
});
