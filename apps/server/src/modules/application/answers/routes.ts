import { answer, temporaryApplication } from '@firstyear/api-contract/application';
import {
  FORM_RELEASE_HEADER,
  SAVE_AGE_HEADER,
  SAVE_CLIENT_HEADER,
  SAVE_SEQUENCE_HEADER,
} from '@firstyear/api-contract/save-headers';
import { outcomes } from '@firstyear/words/outcomes';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { route } from '../../../plugins/call.ts';
import { sayError } from '../../../plugins/error-words.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { DAY_MS } from '../../../process/durations.ts';
import type { Module } from '../../module.ts';
import { comparePage } from '../releases/page-release.ts';
import type { AnswerService, SaveOrigin } from './service.ts';
import { readTemporaryAnswers } from './temporary-answers.ts';

const wholeNumber = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);
/** Older saves count as this old. */
const MAX_AGE_MS = 30 * DAY_MS;

const headersSchema = z.object({
  [SAVE_CLIENT_HEADER]: z.string().max(80).default(''),
  [SAVE_SEQUENCE_HEADER]: wholeNumber.default(0),
  [SAVE_AGE_HEADER]: wholeNumber.default(0),
  [FORM_RELEASE_HEADER]: z.string().max(2_000).default(''),
});

function originOf(request: FastifyRequest): Required<SaveOrigin> {
  const { data: headers } = headersSchema.safeParse(request.headers);
  if (!headers) throw new ApiError('bad_request');
  return {
    release: headers[FORM_RELEASE_HEADER],
    client: headers[SAVE_CLIENT_HEADER],
    sequence: headers[SAVE_SEQUENCE_HEADER],
    ageMs: Math.min(headers[SAVE_AGE_HEADER], MAX_AGE_MS),
  };
}

/** PUT /api/answer and GET /public/tmp. */
export const answerRoutes: Module<{ readonly answers: AnswerService }> = (deps) => async (app) => {
  route(app, deps, answer, async ({ payload, applicant, request }) => {
    const origin = originOf(request);
    const refused = await deps.answers.save(applicant, payload, origin);
    const hasChanged = comparePage(applicant.served, origin.release) !== 'same';
    const { language } = request;
    const saved = { message: outcomes.in(language).saved, ...(hasChanged && { form_changed: true }) };
    const sentences = Object.entries(refused).map(([key, words]) => [key, sayError('bad_answer', words, language)]);
    return sentences.length === 0 ? saved : { ...saved, refused: Object.fromEntries(sentences) };
  });
  route(app, deps, temporaryApplication, ({ query }) => readTemporaryAnswers(deps, query.token));
};
