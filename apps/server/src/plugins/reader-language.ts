import path from 'node:path';
import { PARAMETERS } from '@firstyear/api-contract/addresses';
import { LANGUAGE_COOKIE } from '@firstyear/api-contract/cookies';
import { HELP_CALLS } from '@firstyear/api-contract/helpers';
import { ENGLISH, LANGUAGE_CODES, type Language, type LanguageCode } from '@firstyear/words';
import { SPANISH, SPANISH_FOR_HELPERS } from '@firstyear/words/spanish';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's language. */
    readonly language: Language;
  }
}

type Asked = Pick<FastifyRequest, 'url' | 'headers'>;

const isCode = (text: string | undefined): text is LanguageCode => LANGUAGE_CODES.some((code) => code === text);

/** The name of a file that is built in each language: index.html, index.es.html. */
export function fileIn(language: LanguageCode, file: string): string {
  const { name, ext } = path.parse(file);
  return language === 'en' ? file : `${name}.${language}${ext}`;
}

export const queryOf = ({ url }: Pick<Asked, 'url'>) => new URLSearchParams(url.split('?', 2)[1] ?? '');

/** The language that an address asks for. */
export function addressedLanguage(request: Pick<Asked, 'url'>): LanguageCode | undefined {
  const code = queryOf(request).get(PARAMETERS.language) ?? undefined;
  return isCode(code) ? code : undefined;
}

/** The language chosen earlier in this browser. */
export function chosenLanguage({ headers }: Pick<Asked, 'headers'>): LanguageCode | undefined {
  const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim().split('='));
  const chosen = cookies.find(([name]) => name === LANGUAGE_COOKIE)?.[1];
  return isCode(chosen) ? chosen : undefined;
}

const YEAR_S = 365 * 24 * 60 * 60;

/** Stores the chosen language in this browser. */
export function setLanguageCookie(reply: FastifyReply, language: LanguageCode): void {
  reply.header('set-cookie', `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax`);
}

/** The browser's most preferred language that we have (RFC 9110, 12.5.4). */
function preferredLanguage(accepted = ''): LanguageCode | undefined {
  const ranges = accepted.split(',').map((range) => {
    const [tag = '', ...parameters] = range.trim().toLowerCase().split(';');
    const quality = parameters
      .map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1])
      .find((item) => item !== undefined);
    return { code: tag.split('-', 1)[0], quality: Number(quality ?? 1) };
  });
  const known = ranges.filter(({ code, quality }) => isCode(code) && quality > 0);
  const code = known.toSorted((a, b) => b.quality - a.quality)[0]?.code;
  return isCode(code) ? code : undefined;
}

/** The language of a response: of the address, else chosen before, else preferred by the browser, else English. */
export const readerLanguage = (request: Asked): LanguageCode =>
  addressedLanguage(request) ??
  chosenLanguage(request) ??
  preferredLanguage(request.headers['accept-language']) ??
  'en';

/** A language by its subtag in the database; null: the university's own. */
export const languageOf = (code: string | null): Language => (code === 'es' ? SPANISH : ENGLISH);

/** Sets the caller's language on each request. Calls of the office are in the university's. */
export function registerReaderLanguage(app: FastifyInstance, hasSpanish: boolean): void {
  app.decorateRequest('language', {
    getter(this: FastifyRequest) {
      if (!hasSpanish) return ENGLISH;
      const { call } = this.routeOptions.config ?? {};
      if (readerLanguage(this) === 'en' || call?.for === 'staff') return ENGLISH;
      return HELP_CALLS.some(({ path }) => path === call?.path) ? SPANISH_FOR_HELPERS : SPANISH;
    },
  });
}
