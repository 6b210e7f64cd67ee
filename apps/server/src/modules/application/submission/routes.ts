import { submit } from '@firstyear/api-contract/application';
import type { Device } from '@firstyear/api-contract/desk';
import { FORM_RELEASE_HEADER } from '@firstyear/api-contract/save-headers';
import { route } from '../../../plugins/call.ts';
import type { Module } from '../../module.ts';
import type { AnswerService } from '../answers/service.ts';
import { submitApplication } from './service.ts';

/**
 * The class of device in a browser's User-Agent; undefined without any of the usual words. An iPad that asks for desktop pages, which
 * is its default, counts as a computer.
 */
export function deviceOf(userAgent = ''): Device | undefined {
  const isMobile = /Mobi|iPhone|iPod/.test(userAgent);
  if (/iPad/.test(userAgent) || (/Android/.test(userAgent) && !isMobile)) return 'tablet';
  if (isMobile) return 'phone';
  return /Windows|Macintosh|CrOS|X11|Linux/.test(userAgent) ? 'computer' : undefined;
}

/** POST /api/submit. */
export const submissionRoutes: Module<{ readonly answers: AnswerService }> = (deps) => async (app) => {
  route(app, deps, submit, ({ applicant, request }) => {
    const { language, headers } = request;
    const release = headers[FORM_RELEASE_HEADER];
    return submitApplication(deps, applicant, {
      language,
      device: deviceOf(headers['user-agent']),
      release: typeof release === 'string' ? release : '',
    });
  });
};
