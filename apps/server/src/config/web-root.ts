import { fileURLToPath } from 'node:url';

/** Where the web app is once it is built. */
export const WEB_ROOT = fileURLToPath(new URL('../../../web/dist', import.meta.url));

/** Where the app of the admissions office is once it is built. */
export const OFFICE_ROOT = fileURLToPath(new URL('../../../office/dist', import.meta.url));
