import { indexForm } from '@firstyear/form-engine';
import { ENGLISH } from '@firstyear/words';
import { formKinds } from '@firstyear/words/form-kinds';
import { definition } from '@partner/form.ts';
import '@firstyear/ui/tokens.css';
import '@firstyear/ui/fonts.css';
import '@firstyear/ui/global.css';
import '@firstyear/ui/paper-fonts.css';
import { defaultPath, type PrintPageFile } from '@firstyear/api-contract';
import { partner } from '@partner/partner.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { AppProviders } from './app/app-providers.tsx';
import { createAppServices } from './app/create-app-services.ts';
import { withoutBrowser } from './app/without-browser.ts';
import { ServiceView } from './pages/service-view.tsx';

/** The styles of everything above; the build puts them here. */
declare const PRINT_STYLES: string;
/** Nobody looks at the page: it is laid out, so that its fonts are fetched, and drawn on paper only. */
const ON_PAPER_ONLY = '@media screen{body{visibility:hidden}}';
export const styles = `${PRINT_STYLES}${ON_PAPER_ONLY}:root{--primary:${partner.theme.primary};--accent:${partner.theme.accent}}`;

const form = indexForm(definition, formKinds.in(ENGLISH));
const pathname = defaultPath(form);
const title = renderToStaticMarkup(<title>{`${partner.application_title} - ${partner.pdf_name}`}</title>);
const head = `<meta charset="utf-8"><meta name="color-scheme" content="light">${title}<style>${styles}</style>`;

/** Draws the service view of one application with parts of its own, so that nothing is left of it for the next. */
export const renderPrintPage: PrintPageFile['renderPrintPage'] = (application, scope) => {
  const services = createAppServices(partner, form, withoutBrowser(pathname));
  services.applicationLoad.showService({ application, prints: scope });
  const view = renderToStaticMarkup(
    <AppProviders services={services}>
      <ServiceView pathname={pathname} />
    </AppProviders>,
  );
  return `<!doctype html><html lang="en" data-ready="true"><head>${head}</head><body>${view}</body></html>`;
};
