import { z } from 'zod';
import type { Defect } from './run-stryker.ts';

const survivor = z.object({
  file: z.string(),
  /** Counted from 1, like the column. */
  line: z.number(),
  column: z.number(),
  /** The whole line. */
  source: z.string(),
  mutatorName: z.string(),
  /** What stood there, and what was tried instead. */
  code: z.string(),
  replacement: z.string(),
});

/** What a run found about one part. */
export const partResult = z.object({
  part: z.string(),
  /** All defects that the part can have; `tried` of them were put in. */
  defects: z.number(),
  tried: z.number(),
  noticed: z.number(),
  /** How many of `noticed` made the tests run without end; the first results did not say. */
  timeouts: z.number().optional(),
  /** Defects of a sample that were noticed later, by tests that were added because of it: they say nothing of the whole part. */
  noticedLater: z.number().optional(),
  /** What a sample was drawn with; missing when everything was tried. */
  seed: z.number().optional(),
  /** The day of the run, as 2026-11-21. */
  day: z.string(),
  survivors: z.array(survivor),
});

export type PartResult = z.infer<typeof partResult>;
export type Survivor = z.infer<typeof survivor>;

const inOrder = (a: Survivor, b: Survivor) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1);

const survivorsIn = (defects: readonly Defect[]): Survivor[] =>
  defects
    .filter(({ outcome }) => outcome === 'survived')
    .map(({ outcome: _, ...rest }) => rest)
    .sort(inOrder);

/** Counts what became of the defects of a part. A defect with which no test can be loaded says nothing and is not counted. */
export function summarize(
  part: string,
  defects: readonly Defect[],
  run: { readonly seed?: number | undefined; readonly day: string },
): PartResult {
  const survivors = survivorsIn(defects);
  const timeouts = defects.filter(({ outcome }) => outcome === 'timeout').length;
  const noticed = defects.filter(({ outcome }) => outcome === 'noticed').length + timeouts;
  return {
    part,
    defects: defects.length,
    tried: noticed + survivors.length,
    noticed,
    timeouts,
    ...(run.seed !== undefined && { seed: run.seed }),
    day: run.day,
    survivors,
  };
}

/**
 * A result after its survivors were tried again with more tests: what was noticed before stays noticed, for tests were
 * only added. Of a sample the share stays as it was found: tests that were written for a sample say nothing about the rest of
 * the part. Raises an error when one of them is gone: then the code has changed and the part has to be measured anew.
 */
export function updateSurvivors(earlier: PartResult, defects: readonly Defect[], day: string): PartResult {
  const again = defects.filter(({ outcome }) => outcome !== 'left out');
  if (again.length !== earlier.survivors.length)
    throw new Error(`The code of ${earlier.part} has changed since it was measured. Measure it again as a whole.`);
  const survivors = survivorsIn(again);
  if (earlier.seed !== undefined)
    return { ...earlier, noticedLater: earlier.tried - earlier.noticed - survivors.length, survivors };
  return {
    ...earlier,
    noticed: earlier.tried - survivors.length,
    timeouts: (earlier.timeouts ?? 0) + again.filter(({ outcome }) => outcome === 'timeout').length,
    survivors,
    day,
  };
}

/** Noticed defects in percent, rounded down so that 90 means 90. A part without defects has nothing to notice. */
export function percentNoticed({ noticed, tried }: PartResult): number {
  return tried === 0 ? 100 : Math.floor((noticed / tried) * 100);
}
