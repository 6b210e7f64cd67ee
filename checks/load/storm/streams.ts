/** What arrives by itself, each at a rate of its own. */
const STREAMS = ['sign-up', 'login', 'save', 'look-up', 'tab', 'submission', 'upload', 'copy'] as const;
export type Stream = (typeof STREAMS)[number];

/** What is measured: each is one call of a browser, a copy all of them until its PDF is there. */
export const OPERATIONS = [
  'sign up',
  'confirm',
  'log in',
  'profile',
  'save',
  'look up',
  'tab',
  'status',
  'submit',
  'upload',
  'PDF copy',
  'log out',
] as const;
export type Operation = (typeof OPERATIONS)[number];

/** Arrivals a second of a day before a deadline. */
const NOMINAL: Readonly<Record<Stream, number>> = {
  'sign-up': 1,
  login: 20,
  save: 50,
  'look-up': 50,
  tab: 5,
  submission: 5,
  upload: 0.3,
  copy: 0.25,
};

/** What programs beside the web server do, on machines of their own where there is much of it: it does not grow. */
const OF_THE_WORKER: ReadonlySet<Stream> = new Set(['upload', 'copy']);

/** The rates of a load so many times as large as the nominal one. */
export function ratesOf(factor: number): ReadonlyMap<Stream, number> {
  return new Map(
    STREAMS.map((stream) => [stream, NOMINAL[stream] * (OF_THE_WORKER.has(stream) ? Math.min(1, factor) : factor)]),
  );
}
