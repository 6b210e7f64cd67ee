import { createHash } from 'node:crypto';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { defaultPath, PARAMETERS } from '@firstyear/api-contract/addresses';
import { serviceApplication } from '@firstyear/api-contract/application';
import { PRINT_PAGE_FILE, type PrintPageFile } from '@firstyear/api-contract/print-page';
import type { LanguageCode } from '@firstyear/words';
import * as z from 'zod';
import { ApiError } from '../../../plugins/errors.ts';
import { addressedLanguage, fileIn, languageOf } from '../../../plugins/reader-language.ts';
import type { AnswerReader } from '../../application/answers/sealed-answers.ts';
import type { Module } from '../../module.ts';
import { openServiceView } from '../service-view/service.ts';

const fileSchema = z.object({
  renderPrintPage: z.custom<PrintPageFile['renderPrintPage']>((value) => typeof value === 'function'),
  styles: z.string(),
});

const querySchema = z.object({ ...serviceApplication.query.shape, [PARAMETERS.sealed]: z.literal('1').optional() });

/** Loads the renderer of the page, once; rejects while the web app is not built. */
async function loadFile(webRoot: string, language: LanguageCode): Promise<PrintPageFile> {
  const file = path.join(webRoot, fileIn(language, PRINT_PAGE_FILE));
  const loaded: unknown = await import(pathToFileURL(file).href);
  return fileSchema.parse(loaded);
}

/** Allows only the page's own styles and our fonts, so that no script in an answer can run. */
function policyOf(styles: string): string {
  const hash = createHash('sha256').update(styles).digest('base64');
  const nothing = ['default-src', 'base-uri', 'form-action', 'frame-ancestors'].map((name) => `${name} 'none'`);
  return [...nothing, `style-src 'sha256-${hash}'`, "font-src 'self'"].join('; ');
}

/** The service view of one application as the web app draws it, for the browser that prints it. */
export const printPageRoutes: Module<{ readonly answers: AnswerReader }> = (deps) => async (app) => {
  app.get(defaultPath(deps.forms.first.form), async (request, reply) => {
    const { query } = request;
    const { data } = querySchema.safeParse(query);
    if (!data) throw new ApiError('bad_request');
    const code = addressedLanguage(request) ?? 'en';
    const { renderPrintPage, styles } = await loadFile(deps.webRoot, code);
    const application = await openServiceView(
      deps,
      data.service_token,
      undefined,
      languageOf(code),
      data.sealed === '1',
    );
    return reply
      .header('content-security-policy', policyOf(styles))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(renderPrintPage(application));
  });
};
