import { type Card, defaultPath, type Path, pagePaths, paths } from '@firstyear/api-contract/addresses';
import { indexForm } from '@firstyear/form-engine';
import type { WordsOf } from '@firstyear/words';
import { app } from '@firstyear/words/app';
import { early } from '@firstyear/words/early';
import { formKinds } from '@firstyear/words/form-kinds';
import { definition } from '@partner/form.ts';
import { partner } from '@partner/partner.ts';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { AppProviders } from './app/app-providers.tsx';
import { BeforeYouStart } from './app/before-you-start.tsx';
import { type AppServices, createAppServices, withoutBrowser } from './app/create-app-services.ts';
import { EARLY_INPUT_KEY, EARLY_RELOADS_KEY, recordEarlyInput, SWITCHED_KEY } from './app/early-input.ts';
import { AppRoutes, createPages, fetchPage } from './app/router.tsx';
import { FixedLocation } from './location.tsx';
import { PAGE_LANGUAGE } from './page-language.ts';

/** A page as a visitor sees it first. */
export interface RenderedPage {
  readonly path: Path;
  /** What it says besides, before the app is there. */
  readonly early: WordsOf<typeof early.texts> & { readonly loading: string };
  /** The content of #root. */
  readonly html: string;
  /** The year of its lists of years; undefined when it has none. Another year's page differs. */
  readonly year: string | undefined;
}

const form = indexForm(definition, formKinds.in(PAGE_LANGUAGE));

/** The other cards begin with what their address holds, or need a session. */
const CARDS_FOR_VISITORS = ['login', 'signup', 'confirm', 'forgot'] as const satisfies readonly Card[];

/** Where the words for those who have not started yet belong. */
const NO_WORDS = /(<div id="before">)/;

/** The words for those who have not started yet. */
function renderBefore(services: AppServices): string {
  return renderToStaticMarkup(
    <AppProviders services={services}>
      <BeforeYouStart partner={partner} form={form} />
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

/** Renders every page that a visitor can come to first, with nobody's answers. For the build. */
export async function renderPages(): Promise<readonly RenderedPage[]> {
  return Promise.all([...pagePaths(form), ...CARDS_FOR_VISITORS.map((card) => paths[card])].map(renderPage));
}

/** The page that stands for unknown addresses. */
export const defaultPage = defaultPath(form);
/** Runs in the page itself, before its first element. */
export const earlyScript = `(${recordEarlyInput})(${[EARLY_INPUT_KEY, EARLY_RELOADS_KEY, SWITCHED_KEY].map((key) => JSON.stringify(key))})`;
/** The partner's colors, which the app sets by script. */
export const theme = partner.theme;
