import { fileKindOf } from '@firstyear/api-contract';

/** Word files have a lane of their own, so that pictures and PDFs, which are quick, never wait behind them. */
export const LANES = ['quick', 'word'] as const;
export type Lane = (typeof LANES)[number];

/** Conversions at the same time in one worker. */
export const LANE_SLOTS: Readonly<Record<Lane, number>> = { quick: 2, word: 2 };

export const ALL_SLOTS = LANES.reduce((sum, lane) => sum + LANE_SLOTS[lane], 0);

/** The lane of a file with this content. */
export const laneOf = (content: Uint8Array): Lane => (fileKindOf(content) === 'docx' ? 'word' : 'quick');
