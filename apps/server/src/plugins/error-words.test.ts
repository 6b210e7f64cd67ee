import { API_ERRORS } from '@firstyear/api-contract/errors';
import { brokenFileRules } from '@firstyear/api-contract/file-rules';
import { passwordErrors } from '@firstyear/api-contract/identity-rules';
import { ENGLISH } from '@firstyear/words';
import { expect, test } from 'vitest';
import { ApiError, errorBody, overloaded } from './errors.ts';

test.each([
  [new ApiError('not_found'), `{"message":"We couldn't find what you asked for.","code":"not_found"}`],
  [
    overloaded(undefined, 8),
    `{"message":"We're very busy right now. Nothing you've saved is lost. Please try again in 8 seconds.","code":"overloaded"}`,
  ],
  [
    new ApiError('too_many', { words: { id: 'too_many_seconds', values: { count: 1 } } }),
    '{"message":"There were too many attempts. Please wait 1 second and try again.","code":"too_many"}',
  ],
  [
    new ApiError('document_not_ready', { words: { id: 'document_not_ready_for', values: { label: 'Essay' } } }),
    `{"message":"We're still preparing the file for “Essay”, so your application hasn't been submitted yet. Please try again in a few minutes, or delete the file and upload it again.","code":"document_not_ready"}`,
  ],
  [
    new ApiError('term_closed', {
      words: {
        id: 'term_closed_since',
        values: { term: 'Fall 2027', closed: 'March 1, 2027 at 5:00 PM EST', email: 'help@university.example' },
      },
    }),
    '{"message":"Applications for Fall 2027 closed on March 1, 2027 at 5:00 PM EST. Your answers are saved: you can choose another term on the first page, or write to help@university.example.","code":"term_closed"}',
  ],
  [
    new ApiError('weak_password', { words: { id: 'weak_password_date' } }),
    `{"message":"That password is too easy to guess: it's built on a date or a year. Try three or four words that have nothing to do with each other, with a number between them.","code":"weak_password"}`,
  ],
  [
    new ApiError('invalid_password', { words: { id: 'brokenPasswordRules', rules: passwordErrors('abcdef1!') } }),
    '{"message":"Your password needs: At least 12 characters; One uppercase letter.","code":"invalid_password"}',
  ],
  [
    new ApiError('file_refused', {
      words: { id: 'brokenFileRules', rules: brokenFileRules({ name: 'notes.txt', size: 0 }) },
    }),
    '{"message":"You can only enter the following file types: .png, .jpeg, .jpg, .pdf, .docx Your file is empty. Please upload a non-empty file.","code":"file_refused"}',
  ],
])('the message of an error becomes an English sentence: %#', (error, body) => {
  expect(errorBody(error, ENGLISH)).toBe(body);
  expect(error.status).toBe(API_ERRORS[error.code]);
});
