import { lazy } from 'react';
import { loadPart } from '../api/load-part.ts';

let loaded: Promise<typeof import('./applicant-parts.ts')> | undefined;

/** Loads what only an applicant's pages show: early, so that it works without a connection. */
export function loadApplicantParts() {
  loaded ??= loadPart(() => import('./applicant-parts.ts'));
  return loaded;
}

/** The validation summary. A visitor's first screen does without it, and without the next. */
export const ValidationSummary = lazy(async () => ({ default: (await loadApplicantParts()).ValidationSummary }));

export const FirstOpenQuestion = lazy(async () => ({ default: (await loadApplicantParts()).FirstOpenQuestion }));
