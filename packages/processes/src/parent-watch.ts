import { readFileSync } from 'node:fs';

const CHECK_MS = 1_000;

/** The numbers of the parent process and, if that is npm's shell, of its parent (on Linux). */
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

/** Calls `then` once the program that started this one is gone: a killed npm does not stop its scripts. */
export function whenStarterGone(then: () => void): void {
  const before = starters();
  const check = setInterval(() => {
    if (starters() === before) return;
    clearInterval(check);
    then();
  }, CHECK_MS);
  check.unref();
}
