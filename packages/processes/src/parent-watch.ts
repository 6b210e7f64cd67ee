import { readFileSync } from 'node:fs';

const CHECK_MS = 1_000;

/** The program that started this one and, where a shell stands between as npm puts it there, the one behind: Linux says who. */
function starters(): string {
  const about = (file: string) => {
    try {
      return readFileSync(`/proc/${process.ppid}/${file}`, 'utf8');
    } catch {
      return '';
    }
  };
  const behind = about('cmdline').startsWith('sh\0-c\0') ? /\) \S (\d+)/.exec(about('stat'))?.[1] : undefined;
  return `${process.ppid} ${behind ?? ''}`;
}

/** Calls back once when what started this program is gone: npm that is killed tells nobody. */
export function whenStarterGone(then: () => void): void {
  const before = starters();
  const check = setInterval(() => {
    if (starters() === before) return;
    clearInterval(check);
    then();
  }, CHECK_MS);
  check.unref();
}
