/** What a runner counted. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Each failed test by its name, with the first lines of the reason. */
  readonly failures: readonly string[];
}

/** Colors and other terminal codes, which runners write into messages, with or without their first character. */
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
