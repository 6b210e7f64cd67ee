import { PARAMETERS } from '@firstyear/api-contract/addresses';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { ServedForm, ServedForms } from '../config/served-forms.ts';
import { ApiError } from './errors.ts';
import { requireSession, type Session, type SessionReader } from './session.ts';

/**
 * The session of an applicant and the form that the call is about, which together name one application. Its row is read or
 * locked in the statement that needs it, so that a save reads it once.
 */
export interface Applicant extends Session {
  readonly served: ServedForm;
}

/** One application: its account and form. */
export type OwnApplication = Pick<Applicant, 'accountId' | 'served'>;

const querySchema = z.object({ [PARAMETERS.form]: z.string().optional() });

/** The form that a request names, or the first; 404 not_found for a form that is not served. */
export function servedFormOf(forms: ServedForms, request: Pick<FastifyRequest, 'query'>): ServedForm {
  const query = querySchema.safeParse(request.query);
  if (!query.success) throw new ApiError('bad_request');
  const id = query.data[PARAMETERS.form];
  const served = id === undefined ? forms.first : forms.find(id);
  if (served === undefined) throw new ApiError('not_found');
  return served;
}

/** The applicant of a request for a file, which counts as a call of the session. 401 no_session without one, 429 too_many. */
export async function requireApplicant(
  deps: {
    readonly sessions: SessionReader;
    readonly forms: ServedForms;
    readonly limitSession: (sessionId: string) => Promise<void>;
  },
  request: FastifyRequest,
): Promise<Applicant> {
  const session = await requireSession(deps.sessions, request);
  await deps.limitSession(session.sessionId);
  return { ...session, served: servedFormOf(deps.forms, request) };
}
