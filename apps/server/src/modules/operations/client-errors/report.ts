import type { PayloadOf } from '@firstyear/api-contract/call';
import type { clientError } from '@firstyear/api-contract/client-errors';

type Report = PayloadOf<typeof clientError>;

/** Addresses can carry tokens behind their question mark or hash; places in a script stand behind a colon. */
const withoutQuery = (text: string) => text.replace(/[?#][^\s:)]*/g, '');

/** What the log keeps of an error that a browser met. */
export function loggableReport({ name, route, stack }: Report): Report {
  return { name, route: withoutQuery(route), stack: stack.map(withoutQuery) };
}
