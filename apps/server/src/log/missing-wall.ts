import { isServingOthers } from '../config/unsafe-settings.ts';
import type { WorkerLog } from './log.ts';

/**
 * Logs a wall that this machine lacks: a warning where others use the product. Who only tries it on their own machine has nothing
 * to do about it, and reads it in the log file.
 */
export const missingWall =
  (settings: Parameters<typeof isServingOthers>[0], log: Pick<WorkerLog, 'info' | 'warn'>) =>
  (sentence: string): void =>
    isServingOthers(settings) ? log.warn(sentence) : log.info({}, sentence);
