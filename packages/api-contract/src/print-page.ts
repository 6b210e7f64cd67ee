import type { PrintScope } from './addresses.ts';
import type { serviceApplication } from './application.ts';
import type { ResponseOf } from './call.ts';

/** Name of the file in the built web app that draws what is printed. The server loads it; no browser does. */
export const PRINT_PAGE_FILE = 'print-page.mjs';

/** What that file holds. */
export interface PrintPageFile {
  /**
   * One application as a whole HTML page without scripts, its styles inside, and everything an applicant wrote escaped.
   * data-ready says that nothing of it is still to come but fonts.
   */
  readonly renderPrintPage: (application: ResponseOf<typeof serviceApplication>, scope: PrintScope) => string;
  /** The content of its only style element. */
  readonly styles: string;
}
