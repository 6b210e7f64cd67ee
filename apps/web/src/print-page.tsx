import { indexForm, momentOf } from '@firstyear/form-engine';
import { languageCode } from '@firstyear/words';
import { formKinds } from '@firstyear/words/form-kinds';
import { serviceView } from '@firstyear/words/service-view';
import { definition } from '@partner/form.ts';
import '@firstyear/ui/tokens.css';
import '@firstyear/ui/fonts.css';
import '@firstyear/ui/global.css';
import '@firstyear/ui/paper-fonts.css';
import type { PrintPageFile } from '@firstyear/api-contract/print-page';
import { ApplicationPaper } from '@firstyear/form-reading/application-paper.tsx';
import { readApplication } from '@firstyear/form-reading/read-application.ts';
import { PAPER_FONT_FACES } from '@firstyear/ui/paper-fonts.ts';
import { LanguageContext } from '@firstyear/ui/words.ts';
import { partner } from '@partner/partner.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { PAGE_LANGUAGE } from './page-language.ts';

/** The styles of everything above; the build puts them here. */
declare const PRINT_STYLES: string;
/** Nobody looks at the page: it is laid out, so that its fonts are fetched, and drawn on paper only. */
const ON_PAPER_ONLY = '@media screen{body{visibility:hidden}}';
export const styles = `${PRINT_STYLES}${PAPER_FONT_FACES}${ON_PAPER_ONLY}:root{--primary:${partner.theme.primary};--accent:${partner.theme.accent}}`;

const code = languageCode(PAGE_LANGUAGE);
const form = indexForm(definition, formKinds.in(PAGE_LANGUAGE));

/** Draws one application as its service view does. */
export const renderPrintPage: PrintPageFile['renderPrintPage'] = (sent) => {
  const sealed = { keys: sent.sealed_keys ?? [], text: serviceView.in(PAGE_LANGUAGE).sealed };
  const application = { ...readApplication(sent, form, () => momentOf(new Date())), sealed };
  const site = { ...partner, ...sent.partner };
  const view = renderToStaticMarkup(
    <LanguageContext value={PAGE_LANGUAGE}>
      <ApplicationPaper application={application} partner={site} />
    </LanguageContext>,
  );
  const title = renderToStaticMarkup(<title>{`${site.application_title} - ${site.pdf_name}`}</title>);
  const head = `<meta charset="utf-8"><meta name="color-scheme" content="light">${title}<style>${styles}</style>`;
  return `<!doctype html><html lang="${code}" data-ready="true"><head>${head}</head><body>${view}</body></html>`;
};
