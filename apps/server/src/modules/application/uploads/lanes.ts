import { fileKindOf } from '@firstyear/api-contract/file-content';

/** Word files have a separate lane, so that pictures and PDFs, which are quick, never wait behind them. */
export const LANES = ['quick', 'word'] as const;
export type Lane = (typeof LANES)[number];

/** Concurrent conversions in one worker; the last slot is for short jobs. */
export const LANE_SLOTS: Readonly<Record<Lane, number>> = { quick: 3, word: 3 };

/** A job counts as short if none of its applicant's files in the lane took longer within an hour. */
export const SHORT_SECONDS: Readonly<Record<Lane, number>> = { quick: 1, word: 30 };

/** How long a job may hold the last slot when another short job waits. */
export const YIELD_AFTER_SECONDS = 30;

export const ALL_SLOTS = LANES.reduce((sum, lane) => sum + LANE_SLOTS[lane], 0);

/** The lane of a file with this content. */
export const laneOf = (content: Uint8Array): Lane => (fileKindOf(content) === 'docx' ? 'word' : 'quick');
