import { request } from './client.ts';

const MAX_LINES = 20;
const MAX_LINE = 200;
const MAX_NAME = 80;

/** The lines of a stack that name our own scripts, without the message above them, which could hold an answer. */
export function stackLines(stack: string, origin: string): string[] {
  return stack
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^(at\s|[\w$.<>/]*@)/.test(line) && line.includes(origin))
    .map((line) =>
      line
        .replaceAll(origin, '')
        .replace(/[?#][^:)]*/g, '')
        .slice(0, MAX_LINE),
    )
    .slice(0, MAX_LINES);
}

/** Reports the kind of an error and its place, never an answer. Returns whether the server has accepted it. */
export async function reportClientError(error: unknown): Promise<boolean> {
  const isError = error instanceof Error;
  try {
    await request('clientError', {
      payload: {
        name: (isError ? error.name : 'UnknownError').slice(0, MAX_NAME),
        route: window.location.pathname.slice(0, MAX_NAME),
        stack: isError ? stackLines(error.stack ?? '', window.location.origin) : [],
      },
      keepalive: true,
    });
    return true;
  } catch {
    // The server cannot be reached; there is nobody else to tell.
    return false;
  }
}
