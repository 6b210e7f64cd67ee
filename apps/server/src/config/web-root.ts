import { fileURLToPath } from 'node:url';
import { buildFolder, partnerFolder } from '@firstyear/processes/partner-folder';
import type { Config } from './config.ts';

const rootOf =
  (app: string) =>
  ({ partner }: Pick<Config, 'partner'>): string =>
    fileURLToPath(new URL(`../../../${app}/${buildFolder(partnerFolder(partner))}`, import.meta.url));

/** Where the web app is once it is built for this university. */
export const webRootOf = rootOf('web');

/** Where the app of the admissions office is once it is built for this university. */
export const officeRootOf = rootOf('office');
