import { ErrorForPeople } from '../../errors/error-for-people.ts';
/** One page of our own to be printed. */
export interface PrintRequest {
  readonly url: string;
  /** Title of the document, shown by PDF readers. */
  readonly title: string;
  /** HTML at the top and at the bottom of every sheet; every value in it is already escaped. */
  readonly header: string;
  readonly footer: string;
}

/**
 * Prints pages of the web app. Rejects with PrintError when the page cannot be printed, and with
 * BrowserMissing when the machine has no browser.
 */
export interface PrintingBrowser {
  /** How many pages it prints at the same time; more that are asked for wait. */
  readonly concurrency: number;
  /** A tagged PDF on US Letter sheets, once the page says that it is ready. */
  print(request: PrintRequest): Promise<Uint8Array>;
  /** Starts the browser, so that the first print does not wait for it. */
  warm(): Promise<void>;
  close(): Promise<void>;
}

/** Says why printing failed; never holds the page's address, which carries a token. */
export class PrintError extends ErrorForPeople {
  override readonly name = 'PrintError';
}

export class BrowserMissing extends ErrorForPeople {
  override readonly name = 'BrowserMissing';
  constructor() {
    super(
      'PDF copies wait: no Chromium was found on this machine. Install one (on Debian: apt-get install chromium-headless-shell) or name it in CHROMIUM_PATH.',
    );
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text made inert for use inside HTML, in elements and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
