import { fileURLToPath } from 'node:url';
import { buildFolder, partnerFolder } from '@firstyear/processes/partner-folder';
import type { Config } from './config.ts';

const rootOf =
  (app: string) =>
  ({ partner }: Pick<Config, 'partner'>): string =>
    fileURLToPath(new URL(`../../../${app}/${buildFolder(partnerFolder(partner))}`, import.meta.url));

/** The folder of the web app's build for this university. */
export const webRootOf = rootOf('web');

/** The folder of the office app's build for this university. */
export const officeRootOf = rootOf('office');

/** The folder of the build of the helpers' page for this university. */
export const helpRootOf = rootOf('helper');
