import { getAddAnother, putAddAnother } from '@firstyear/api-contract';
import { route } from '../../../plugins/call.ts';
import type { Module } from '../../module.ts';
import { readComponents, setComponents } from './service.ts';

/** GET and PUT /api/add-another. */
export const addAnotherRoutes: Module = (deps) => async (app) => {
  route(app, deps, getAddAnother, ({ applicant }) => readComponents(deps, applicant));
  route(app, deps, putAddAnother, async ({ applicant, payload }) => {
    await setComponents(deps, applicant, payload.button_id, payload.num_components);
    return {};
  });
};
