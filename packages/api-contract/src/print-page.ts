import type { serviceApplication } from './application.ts';
import type { ResponseOf } from './call.ts';

/** The file of the built web app that renders printed pages. The server loads it, never a browser. */
export const PRINT_PAGE_FILE = 'print-page.mjs';

/** The exports of that file. */
export interface PrintPageFile {
  /**
   * Renders one application as an HTML page with inline styles, without scripts; everything that an applicant wrote is escaped.
   * data-ready marks it as complete but for fonts.
   */
  readonly renderPrintPage: (application: ResponseOf<typeof serviceApplication>) => string;
  /** The content of its only style element. */
  readonly styles: string;
}
