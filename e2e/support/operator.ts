import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { productEnvironment } from '@firstyear/processes/child-environment';
import type { Page } from '@playwright/test';

const program = path.resolve(import.meta.dirname, '../../apps/server/src/programs/operator.ts');

/** Runs an operator's command on the product at this address and returns its output; rejects with its error. */
export async function operateAt(origin: string, ...command: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...command], {
    env: productEnvironment({
      DATA_DIR: process.env.E2E_DATA_DIR ?? '',
      ...{ PUBLIC_URL: origin, PORT: new URL(origin).port },
    }),
  });
  return stdout;
}

/** Runs an operator's command on the product that a page shows. */
export const runOperator = async (page: Page, ...command: readonly string[]): Promise<string> =>
  operateAt(await page.evaluate(() => window.location.origin), ...command);

/** Runs an operator's command on the running product and returns the link that it prints. */
export async function linkFromOperator(page: Page, ...command: readonly string[]): Promise<URL> {
  const link = /https?:\/\/\S+/.exec(await runOperator(page, ...command))?.[0];
  if (!link) throw new Error(`the command '${command.join(' ')}' printed no link`);
  return new URL(link);
}
