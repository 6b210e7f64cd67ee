import { getAddAnother, putAddAnother } from '@firstyear/api-contract';
import { route } from '../../../plugins/call.ts';
import type { Module } from '../../module.ts';
import { readComponents, setComponents } from './service.ts';

/** GET and PUT /api/add-another. */
export const addAnotherRoutes: Module = (deps) => async (app) => {
  route(app, deps, getAddAnother, ({ session }) => readComponents(deps, session.accountId));
  route(app, deps, putAddAnother, async ({ session, payload }) => {
    await setComponents(deps, session.accountId, payload.button_id, payload.num_components);
    return {};
  });
};
