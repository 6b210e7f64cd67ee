import { fileURLToPath } from 'node:url';

/** Where the web app is once it is built. */
export const WEB_ROOT = fileURLToPath(new URL('../../../web/dist', import.meta.url));
