import path from 'node:path';
import base from '../../playwright.config.ts';

/** The product that playwright.config.ts starts, for a configuration that stands in another folder. */
export function productServer() {
  const [server] = [base.webServer ?? []].flat();
  if (server === undefined) throw new Error('playwright.config.ts starts no product.');
  return { ...server, cwd: path.resolve(import.meta.dirname, '../..') };
}
