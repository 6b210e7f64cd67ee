import { ErrorForPeople } from '../../process/error-for-people.ts';

/** Two lines at the top of every sheet, with the page number at the end. Title and name are shortened to fit. */
export interface RunningHead {
  readonly title: string;
  readonly name: string;
  readonly state: string;
  readonly isStateStrong: boolean;
  /** The page number, such as 'Page {page} of {pages}'. */
  readonly sheet: string;
}

/** A page of our own to print. */
export interface PrintRequest {
  readonly url: string;
  /** Title of the document, shown by PDF readers. */
  readonly title: string;
  readonly head: RunningHead;
}

/**
 * Prints pages of the web app. Rejects with PrintError when the page cannot be printed, and with
 * BrowserMissing when the machine has no browser.
 */
export interface PrintingBrowser {
  /** Concurrent prints; further requests wait. */
  readonly concurrency: number;
  /** A tagged PDF on US Letter sheets, once the page says that it is ready. */
  print(request: PrintRequest): Promise<Uint8Array>;
  /** Starts the browser, so that the first print does not wait for it. */
  warm(): Promise<void>;
  close(): Promise<void>;
}

/** Why printing failed; without the page's address, which has a token. */
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
