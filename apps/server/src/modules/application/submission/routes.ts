import { submit } from '@firstyear/api-contract/application';
import { FORM_RELEASE_HEADER } from '@firstyear/api-contract/save-headers';
import { route } from '../../../plugins/call.ts';
import type { Module } from '../../module.ts';
import { deviceOf } from './device.ts';
import { submitApplication } from './service.ts';

/** POST /api/submit. */
export const submissionRoutes: Module = (deps) => async (app) => {
  route(app, deps, submit, ({ applicant, request }) => {
    const named = request.headers[FORM_RELEASE_HEADER];
    const release = typeof named === 'string' ? named : '';
    return submitApplication(deps, applicant, {
      language: request.language,
      device: deviceOf(request.headers['user-agent']),
      release,
    });
  });
};
