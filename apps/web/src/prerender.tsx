import { retryDelay } from '@firstyear/api-client/retry';
import { type Card, defaultPath, type Path, pagePaths, paths } from '@firstyear/api-contract/addresses';
import { indexForm } from '@firstyear/form-engine';
import { closingTime, termLabel } from '@firstyear/partner-config';
import { useLanguage, useWords } from '@firstyear/ui/words.ts';
import type { WordsOf } from '@firstyear/words';
import { app } from '@firstyear/words/app';
import { early } from '@firstyear/words/early';
import { formKinds } from '@firstyear/words/form-kinds';
import { formatDate } from '@firstyear/words/format';
import { definition } from '@partner/form.ts';
import { partner } from '@partner/partner.ts';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { AppProviders } from './app/app-providers.tsx';
import { type AppServices, createAppServices, withoutBrowser } from './app/create-app-services.ts';
import { EARLY_INPUT_KEY, EARLY_RELOADS_KEY, recordEarlyInput, SWITCHED_KEY } from './app/early-input.ts';
import { AppRoutes, createPages, fetchPage } from './app/router.tsx';
import { FixedLocation } from './location.tsx';
import { PAGE_LANGUAGE } from './page-language.ts';

export interface RenderedPage {
  readonly path: Path;
  /** Its messages before the app has started. */
  readonly early: WordsOf<typeof early.texts> & { readonly loading: string };
  readonly html: string;
  /** The year of its lists of years; undefined when it has none. */
  readonly year: string | undefined;
}

const form = indexForm(definition, formKinds.in(PAGE_LANGUAGE));

/** The other cards read their address, or need a session. */
const CARDS_FOR_VISITORS = ['login', 'signup', 'confirm', 'forgot'] as const satisfies readonly Card[];

const NO_WORDS = /(<div id="before">)/;

/**
 * The advice before a visitor starts, on the first prerendered page only: the app never draws it. It has a line for each
 * closing time; the first is shown, and recordEarlyInput() removes those that are past by the browser's clock.
 */
function BeforeYouStart() {
  const words = useWords(early).before;
  const language = useLanguage();
  const terms = [...partner.terms].sort((a, b) => closingTime(a) - closingTime(b));
  const closings = terms.map((term) => ({
    until: closingTime(term),
    term: termLabel(form, term),
    day: formatDate(language, partner.time_zone, new Date(term.closes)),
  }));
  return (
    <>
      <p>{words.time}</p>
      {closings.map(({ until, ...first }, position) => (
        <p key={first.term} data-closes={until}>
          {words.closes({
            ...first,
            later: closings
              .slice(position + 1)
              .map(words.later)
              .join(''),
          })}
        </p>
      ))}
    </>
  );
}

function renderBefore(services: AppServices): string {
  return renderToStaticMarkup(
    <AppProviders services={services}>
      <BeforeYouStart />
    </AppProviders>,
  );
}

async function renderPage(path: Path): Promise<RenderedPage> {
  const services = createAppServices(partner, form, withoutBrowser(path));
  const pages = createPages(form, async () => partner);
  await fetchPage(pages, path);
  const html = renderToString(
    <AppProviders services={services}>
      <FixedLocation path={path}>
        <AppRoutes pages={pages} navigator={services.navigator} flowError={services.flowError} />
      </FixedLocation>
    </AppProviders>,
  );
  const year = String(services.answers.moment().today.slice(0, 4));
  const isFirst = path === defaultPath(form);
  const { language } = services;
  return {
    path,
    early: { ...early.in(language), loading: app.in(language).loading },
    html: isFirst ? html.replace(NO_WORDS, `$1${renderBefore(services)}`) : html,
    year: html.includes(`<option value="${year}"`) ? year : undefined,
  };
}

/** Prerenders every page that a visitor can come to first, with nobody's answers. */
export async function renderPages(): Promise<readonly RenderedPage[]> {
  return Promise.all([...pagePaths(form), ...CARDS_FOR_VISITORS.map((card) => paths[card])].map(renderPage));
}

export const defaultPage = defaultPath(form);
const KEYS = [EARLY_INPUT_KEY, EARLY_RELOADS_KEY, SWITCHED_KEY];
/** Runs in the page itself, before its first element. */
export const earlyScript = `(${recordEarlyInput})(${[...KEYS.map((key) => JSON.stringify(key)), retryDelay]})`;
/** The partner's colors, which the app sets by script. */
export const theme = partner.theme;
