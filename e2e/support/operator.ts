import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { productEnvironment } from '@firstyear/processes/child-environment';
import type { Page } from '@playwright/test';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Runs an operator's command and returns its output; rejects with its error. */
export type Operate = (...command: readonly string[]) => Promise<string>;

/** Runs the operator's commands of a version of the product, with these variables only. */
export const operateWith =
  (env: NodeJS.ProcessEnv, root = ROOT): Operate =>
  async (...command) => {
    const program = path.join(root, 'apps/server/src/programs/operator.ts');
    return (await promisify(execFile)(process.execPath, [program, ...command], { env })).stdout;
  };

/** The link that a command has printed. */
export function linkIn(output: string): URL {
  const link = /https?:\/\/\S+/.exec(output)?.[0];
  if (link === undefined) throw new Error(`No link in "${output}".`);
  return new URL(link);
}

/** Runs an operator's command on the product of the walks, at this address. */
export const operateAt = (origin: string, ...command: readonly string[]): Promise<string> =>
  operateWith(
    productEnvironment({
      DATA_DIR: process.env.E2E_DATA_DIR ?? '',
      ...{ PUBLIC_URL: origin, PORT: new URL(origin).port },
    }),
  )(...command);

/** Runs an operator's command on the product that a page shows. */
export const runOperator = async (page: Page, ...command: readonly string[]): Promise<string> =>
  operateAt(await page.evaluate(() => window.location.origin), ...command);

/** Runs an operator's command on the product that a page shows, and returns the link that it prints. */
export const linkFromOperator = async (page: Page, ...command: readonly string[]): Promise<URL> =>
  linkIn(await runOperator(page, ...command));
