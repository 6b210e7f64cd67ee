import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { PartnerConfig } from '@firstyear/partner-config';
import type { Plugin } from 'vite';

/** The icon of the browser tab: an F for freshman on the partner's color. */
function icon({ theme }: PartnerConfig): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${theme.primary}"/><path d="M9 7h14v3.2H12.6v4.4h8.6v3.2h-8.6V25H9z" fill="#fff"/></svg>`;
}

function filesOf(partner: PartnerConfig, folder: string) {
  const { logo } = partner;
  const logoFiles = logo ? [{ fileName: logo.file, source: readFileSync(path.join(folder, logo.file)) }] : [];
  return [{ fileName: 'icon.svg', source: icon(partner) }, ...logoFiles];
}

/** Builds the partner's title, browser color, icon and logo into the page, for use before any script runs. */
export function partnerPages(partner: PartnerConfig, folder: string): Plugin {
  return {
    name: 'partner-pages',
    generateBundle() {
      for (const file of filesOf(partner, folder)) this.emitFile({ type: 'asset', ...file });
    },
    transformIndexHtml: (html) => ({
      html: html.replace('<title>Application</title>', `<title>${partner.application_title} - ${partner.name}</title>`),
      tags: [{ tag: 'meta', attrs: { name: 'theme-color', content: partner.theme.primary }, injectTo: 'head' }],
    }),
  };
}
