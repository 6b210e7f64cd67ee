/** Slow tests, of whole programs, conversions and prints, are `x.night.test.ts`: they run with TESTS=night, or when such a file is named. */
const isNight = process.env.TESTS === 'night' || process.argv.some((argument) => argument.includes('.night.'));

/** Patterns of the test files under `place`, such as `packages/**\/*`, that this run takes. */
export function testFiles(place: string, extension = 'ts'): string[] {
  return [isNight ? `${place}.night.test.${extension}` : `${place.replace(/\*$/, '!(*.night)')}.test.${extension}`];
}

const LIMIT_MS = (isNight ? 15 : 5) * 60_000;

/** The limits of a test and of a hook: they end what is stuck, however busy the machine is. */
export const limits = { testTimeout: LIMIT_MS, hookTimeout: LIMIT_MS };
