import type { StageName } from './options.ts';

/** The counts of a runner. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Each failed test by its name, with the first lines of the reason. */
  readonly failures: readonly string[];
}

/** Terminal codes in messages, such as colors, with or without their first character. */
const TERMINAL_CODES = new RegExp(`(${String.fromCharCode(27)}|&#27;|&#x1b;)?\\[[0-9;]+m`, 'gi');
const MAX_MESSAGE_LINES = 12;
const CHARACTERS = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' } as const;

const decode = (text: string) =>
  text.replaceAll(/&(lt|gt|quot|apos|amp);/g, (whole, name) => Reflect.get(CHARACTERS, name) ?? whole);
const attribute = (tag: string, name: string) => decode(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '');

/** Reads a JUnit report, which both runners write: each test is a <testcase>, with a <failure>, <error> or <skipped> in it. */
export function readReport(xml: string): Counts {
  const cases = [...xml.matchAll(/<testcase\b([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g)].map(
    ([, tag = '', inner = '']) => {
      const [, why = '', written = ''] =
        /<(?:failure|error)\b([^>]*)>([\s\S]*?)<\/(?:failure|error)>/.exec(inner) ?? [];
      const text = decode(written.replace(/^\s*<!\[CDATA\[|\]\]>\s*$/g, ''));
      const isFailed = /<(failure|error)\b/.test(inner);
      return { tag, isFailed, isSkipped: /<skipped\b/.test(inner), message: text.trim() || attribute(why, 'message') };
    },
  );
  const failed = cases.filter(({ isFailed }) => isFailed);
  const skipped = cases.filter(({ isSkipped }) => isSkipped).length;
  const failures = failed.map(({ tag, message }) => {
    const lines = message.replaceAll(TERMINAL_CODES, '').trim().split('\n').slice(0, MAX_MESSAGE_LINES);
    return [`${attribute(tag, 'classname')} › ${attribute(tag, 'name')}`, ...lines].join('\n    ');
  });
  return { passed: cases.length - failed.length - skipped, failed: failed.length, skipped, failures };
}

/** The counts of one stage. */
export interface StageResult extends Counts {
  readonly name: StageName;
  readonly seconds: number;
}

/** One line for each stage. */
export function summary(results: readonly StageResult[]): string {
  return results
    .map(({ name, passed, failed, skipped, seconds }) => {
      const counts = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
      return `${failed === 0 ? '✓' : '✗'} ${name.padEnd(8)} ${counts} (${seconds.toFixed(1)} s)`;
    })
    .join('\n');
}

/** The failures, repeated at the end, since often only the last page of a long run is kept. Empty when nothing failed. */
export function failureList(results: readonly StageResult[]): string {
  return results.flatMap(({ name, failures }) => failures.map((failure) => `✗ ${name}: ${failure}\n`)).join('\n');
}

/** The last line of the run: `N passed, N failed`, summed over all stages. */
export function closingLine(results: readonly StageResult[]): string {
  const sum = (key: 'passed' | 'failed'): number => results.reduce((total, result) => total + result[key], 0);
  return `${sum('passed')} passed, ${sum('failed')} failed`;
}
