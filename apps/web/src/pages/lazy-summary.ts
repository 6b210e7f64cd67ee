import { lazy } from 'react';
import { loadPart } from '../api/load-part.ts';

let loaded: Promise<typeof import('../form/validation-summary.tsx')> | undefined;

/** Loads the validation summary: early for every applicant, so that it works without a connection. */
export function loadSummary() {
  loaded ??= loadPart(() => import('../form/validation-summary.tsx'));
  return loaded;
}

/** The validation summary. A visitor's first screen does without it. */
export const ValidationSummary = lazy(async () => ({ default: (await loadSummary()).ValidationSummary }));
