import type { PartnerConfig } from '@firstyear/application-form';
import type { Plugin } from 'vite';

/** The icon of the browser tab: an F for freshman on the partner's colour. */
function icon({ theme }: PartnerConfig): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${theme.primary}"/><path d="M9 7h14v3.2H12.6v4.4h8.6v3.2h-8.6V25H9z" fill="#fff"/></svg>`;
}

/** Builds into the page what it needs of the partner before any script runs: title, colour of the browser, icon. */
export function partnerPages(partner: PartnerConfig): Plugin {
  return {
    name: 'partner-pages',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'icon.svg', source: icon(partner) });
    },
    configureServer(server) {
      server.middlewares.use('/icon.svg', (_request, response) => {
        response.setHeader('content-type', 'image/svg+xml');
        response.end(icon(partner));
      });
    },
    transformIndexHtml: (html) => ({
      html: html.replace('<title>Application</title>', `<title>${partner.application_title} - ${partner.name}</title>`),
      tags: [{ tag: 'meta', attrs: { name: 'theme-color', content: partner.theme.primary }, injectTo: 'head' }],
    }),
  };
}
