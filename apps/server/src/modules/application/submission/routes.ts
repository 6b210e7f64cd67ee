import { submit } from '@firstyear/api-contract';
import { route } from '../../../plugins/call.ts';
import type { Module } from '../../module.ts';
import { submitApplication } from './service.ts';

/** POST /api/submit. */
export const submissionRoutes: Module = (deps) => async (app) => {
  route(app, deps, submit, ({ applicant, request }) => submitApplication(deps, applicant, request.language));
};
