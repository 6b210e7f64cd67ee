import * as z from 'zod';

const person = z.object({ email: z.string(), isComplete: z.boolean(), session: z.string().optional() });
const query = z.object({ category: z.enum(['hs_ceeb', 'college_ceeb', 'address']), text: z.string() });

/** What the command tells the generator of the load, which is a process of its own. */
export const orderSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('crowd'),
    url: z.string(),
    run: z.string(),
    password: z.string(),
    people: z.array(person),
    queries: z.array(query),
  }),
  z.object({ kind: z.literal('load'), factor: z.number(), seconds: z.number(), seed: z.number() }),
  z.object({ kind: z.literal('save in turn'), callers: z.number(), seconds: z.number() }),
  z.object({ kind: z.literal('check'), databaseUrl: z.string() }),
]);
export type Order = z.infer<typeof orderSchema>;

const operationResult = z.object({
  operation: z.string(),
  done: z.number(),
  shed: z.number(),
  errors: z.record(z.string(), z.number()),
  p50: z.number(),
  p95: z.number(),
  p99: z.number(),
  longest: z.number(),
  shedP95: z.number(),
});

/** What the generator says when it has done so. Times in milliseconds. */
export const replySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('mailbox'), smtpUrl: z.string() }),
  z.object({ kind: z.literal('crowd'), atWork: z.number() }),
  z.object({
    kind: z.literal('load'),
    seconds: z.number(),
    results: z.array(operationResult),
    /** By how much the generator itself began its calls late: of 100 calls, 99 began sooner. */
    latenessP99: z.number(),
  }),
  z.object({ kind: z.literal('save in turn'), perSecond: z.number(), mean: z.number(), failed: z.number() }),
  z.object({
    kind: z.literal('check'),
    lost: z.array(z.string()),
    saves: z.number(),
    answers: z.number(),
    submissions: z.number(),
    mails: z.number(),
  }),
]);
export type Reply = z.infer<typeof replySchema>;
export type ReplyOf<Kind extends Reply['kind']> = Extract<Reply, { kind: Kind }>;
