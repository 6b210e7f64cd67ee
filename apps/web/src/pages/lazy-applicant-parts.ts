import { lazy } from 'react';
import { createPart } from '../api/create-part.ts';

/** What only an applicant's pages show. Loaded early, so that it works without a connection. */
export const applicantParts = createPart(() => import('./applicant-parts.ts'));

/** The validation summary. A visitor's first screen does without it, and without the next. */
export const ValidationSummary = lazy(async () => ({ default: (await applicantParts.load()).ValidationSummary }));

export const FirstOpenQuestion = lazy(async () => ({ default: (await applicantParts.load()).FirstOpenQuestion }));
