import { lazy } from 'react';
import { loadPart } from '../api/load-part.ts';

let loaded: Promise<typeof import('../form/validation-summary.tsx')> | undefined;

/** Fetches the validation summary, once. Ahead for every applicant, so that it comes with the page, and without a connection. */
export function loadSummary() {
  loaded ??= loadPart(() => import('../form/validation-summary.tsx'));
  return loaded;
}

/** What is still missing. A visitor's first screen does without it. */
export const ValidationSummary = lazy(async () => ({ default: (await loadSummary()).ValidationSummary }));
