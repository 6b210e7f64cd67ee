import { serviceApplication } from '@firstyear/api-contract/application';
import { route } from '../../../plugins/call.ts';
import { networkOf } from '../../../plugins/network-address.ts';
import type { AnswerReader } from '../../application/answers/sealed-answers.ts';
import type { Module } from '../../module.ts';
import { openServiceView } from './service.ts';

/** GET /service/tmp-pdf. */
export const serviceViewRoutes: Module<{ readonly answers: AnswerReader }> = (deps) => async (app) => {
  route(app, deps, serviceApplication, ({ query, request }) =>
    openServiceView(deps, query.service_token, networkOf(request.ip)),
  );
};
