import { validations } from '@firstyear/api-contract';
import { route } from '../../../plugins/call.ts';
import type { Module } from '../../module.ts';
import { reportErrors } from './service.ts';

/** POST /api/validations. */
export const validationRoutes: Module = (deps) => async (app) => {
  route(app, deps, validations, async ({ applicant, payload }) => {
    await reportErrors(deps, applicant, payload);
    return {};
  });
};
