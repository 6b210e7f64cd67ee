import type { Profiler } from 'node:inspector';

/** What a server's processor works on. */
export const PARTS = {
  session: 'session',
  rules: "the form's rules",
  parsing: 'parsing',
  serializing: 'serializing',
  statements: 'building statements',
  driver: 'driver',
  http: 'HTTP',
  calls: 'the calls themselves',
  node: 'Node',
  other: 'other',
} as const;
export type Part = keyof typeof PARTS;

export const isPart = (text: string): text is Part => text in PARTS;

/** What the processor worked on while it was watched. */
export interface Work {
  /** All of it, in milliseconds. */
  readonly busyMs: number;
  /** Of it, by part. */
  readonly ms: Readonly<Partial<Record<Part, number>>>;
}

type Frame = Profiler.ProfileNode['callFrame'];

interface Rule {
  readonly part: Part;
  readonly of: (frame: Frame) => boolean;
}

const inFile = (pattern: RegExp) => (frame: Frame) => pattern.test(frame.url);

/** A whole stack belongs to the first of these parts that any of its frames is in: what a part calls is its own. */
const WHOLE_STACKS: readonly Rule[] = [
  {
    part: 'session',
    of: inFile(/plugins\/(session|call-limiter|rate-limits|plain-cookies)|modules\/(session|call-count)\//),
  },
  { part: 'rules', of: inFile(/(form-engine|freshman)\/src\/|answers\/(merge-save|sealed-answers)/) },
];

/** Any other stack belongs to the first of these that holds for its innermost frame, then for the one around it, … */
const INNERMOST: readonly Rule[] = [
  { part: 'serializing', of: ({ functionName, url }) => functionName === 'stringifyJson' || /safe-stable/.test(url) },
  {
    part: 'parsing',
    of: ({ functionName, url }) =>
      functionName === 'parseJson' || /\/zod\/|secure-json-parse|plugins\/bod|contentTypeParser/i.test(url),
  },
  { part: 'statements', of: inFile(/\/kysely\//) },
  {
    part: 'driver',
    of: inFile(/node_modules\/(pg|pg-[a-z]+|postgres-[a-z]+)\/|server\/src\/db\/(batch|server-[a-z]+)/),
  },
  {
    part: 'http',
    of: inFile(/node:_http|node:internal\/http|node_modules\/(fastify|find-my-way|avvio|@fastify|cookie|pino)/),
  },
  { part: 'calls', of: inFile(/apps\/server\/src|packages\/|node_modules\/pg-boss/) },
  { part: 'node', of: ({ url, functionName }) => url.startsWith('node:') || NODES_OWN.has(functionName) },
];
/** The collector, and what turns the event loop. */
const NODES_OWN: ReadonlySet<string> = new Set(['(program)', '(garbage collector)', 'runMicrotasks']);
const NOT_WORKING = new Set(['(idle)', '(root)']);

function partOf(stack: readonly Frame[]): Part {
  const whole = WHOLE_STACKS.find((rule) => stack.some(rule.of));
  if (whole) return whole.part;
  for (const frame of stack) {
    const rule = INNERMOST.find(({ of }) => of(frame));
    // Node writes to and reads from sockets for the driver and for HTTP: the frames around say for which.
    if (rule && rule.part !== 'node') return rule.part;
  }
  return stack.some((frame) => frame.url !== '' || NODES_OWN.has(frame.functionName)) ? 'node' : 'other';
}

/**
 * The work in a recorded profile. What waits, for the database or for a hash on another thread, is in no stack: it is in
 * the response time alone. Starting and stopping the recording is left out.
 */
export function workIn(profile: Profiler.Profile): Work {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(profile.nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id])));
  const stackOf = (id: number): readonly Frame[] => {
    const frames: Frame[] = [];
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const node = nodes.get(at);
      if (node) frames.push(node.callFrame);
    }
    return frames;
  };
  const ms: Partial<Record<Part, number>> = {};
  let busyMs = 0;
  for (const [place, id] of (profile.samples ?? []).entries()) {
    const frame = nodes.get(id)?.callFrame;
    if (!frame || NOT_WORKING.has(frame.functionName) || frame.url === 'node:inspector') continue;
    const time = (profile.timeDeltas?.[place] ?? 0) / 1000;
    const part = partOf(stackOf(id));
    ms[part] = (ms[part] ?? 0) + time;
    busyMs += time;
  }
  return { busyMs, ms };
}
