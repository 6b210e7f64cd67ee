import * as desk from '@firstyear/api-contract/desk';
import { route } from '../../../plugins/call.ts';
import type { AnswerReader } from '../../application/answers/sealed-answers.ts';
import type { Module } from '../../module.ts';
import { preview, progress, start } from './service.ts';

/** Acts on many applications. */
export const manyRoutes: Module<{ readonly answers: AnswerReader }> = (deps) => async (app) => {
  route(app, deps, desk.previewMany, ({ staff, payload }) => preview(deps, staff, payload));
  route(app, deps, desk.startMany, async ({ staff, payload }) => ({ id: await start(deps, staff, payload) }));
  route(app, deps, desk.manyProgress, ({ staff, params: { id = '' } }) => progress(deps, staff, id));
};
