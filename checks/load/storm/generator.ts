import pg from 'pg';
import sharp from 'sharp';
import * as z from 'zod';
import { loadPartner } from '../../../apps/server/src/config/load-partner.ts';
import { Connections } from '../../support/connections.ts';
import { randomNumbers } from '../../support/random-numbers.ts';
import { AcknowledgedWrites } from './acknowledged-writes.ts';
import { Crowd } from './crowd.ts';
import { type JourneyParts, journeys, savedKeys } from './journeys.ts';
import { percentile, Recorder } from './latencies.ts';
import { Mailbox } from './mailbox.ts';
import { type Order, orderSchema, type Reply } from './messages.ts';
import { beginOnTime, planArrivals, systemTimer } from './schedule.ts';
import { OPERATIONS, ratesOf } from './streams.ts';

/** Makes the load as a process of its own: does what it is told by the command, and says what came of it. */
const { mailbox, url: smtpUrl } = await Mailbox.open();
const { form } = await loadPartner({ partner: 'larkmoor', environment: 'production' });
const writes = new AcknowledgedWrites();
const photo = await sharp({
  create: {
    width: 2000,
    height: 1500,
    channels: 3,
    background: '#9ab',
    noise: { type: 'gaussian', mean: 128, sigma: 12 },
  },
})
  .jpeg({ quality: 60 })
  .toBuffer();
type Base = Omit<JourneyParts, 'recorder' | 'random'>;
let base: Base | undefined;

async function runLoad({ factor, seconds, seed }: Extract<Order, { kind: 'load' }>, parts: Base): Promise<Reply> {
  const recorder = new Recorder();
  const random = randomNumbers(seed);
  const does = journeys({ ...parts, recorder, random });
  const plan = planArrivals(ratesOf(factor), seconds, random);
  const lateness: number[] = [];
  const running = new Set<Promise<void>>();
  const startedAt = performance.now();
  await beginOnTime(plan, systemTimer, (stream, dueAt) => {
    lateness.push(performance.now() - dueAt);
    const journey = does[stream](dueAt).catch((error: unknown) => {
      recorder.record(stream, 0, { kind: 'error', reason: `generator: ${String(error).slice(0, 80)}` });
    });
    running.add(journey);
    void journey.finally(() => running.delete(journey));
  });
  await systemTimer.wait(Math.max(0, startedAt + seconds * 1000 - performance.now()));
  const took = (performance.now() - startedAt) / 1000;
  await Promise.all(running);
  const latenessP99 = percentile(
    lateness.sort((one, other) => one - other),
    0.99,
  );
  return { kind: 'load', seconds: took, results: [...recorder.results(OPERATIONS)], latenessP99 };
}

/** So many callers who save one after the other, each at once when the last save was acknowledged. */
async function saveInTurn({ callers, seconds }: Extract<Order, { kind: 'save in turn' }>, parts: Base): Promise<Reply> {
  const recorder = new Recorder();
  const does = journeys({ ...parts, recorder, random: randomNumbers(1) });
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;
  let sum = 0;
  const call = async () => {
    while (performance.now() < until) {
      const dueAt = performance.now();
      await does.save(dueAt);
      sum += performance.now() - dueAt;
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  const took = (performance.now() - startedAt) / 1000;
  const [{ done, shed, errors } = { done: 0, shed: 0, errors: {} }] = recorder.results(['save']);
  const failed = shed + Object.values(errors).reduce((one, other) => one + other, 0);
  return { kind: 'save in turn', perSecond: done / took, mean: sum / (done + failed), failed };
}

const storedRows = z.array(
  z.object({
    email: z.string(),
    answers: z.record(z.string(), z.unknown()),
    confirmationNumber: z.string().nullable(),
  }),
);
const PER_QUERY = 1_000;

/** Looks into the database for everything that was acknowledged. */
async function check(databaseUrl: string, keys: readonly string[]): Promise<Reply> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const emails = writes.emails();
  const stored: z.infer<typeof storedRows> = [];
  const answers = keys.map((key) => `${pg.escapeLiteral(key)}, answers -> ${pg.escapeLiteral(key)}`).join(', ');
  for (let first = 0; first < emails.length; first += PER_QUERY) {
    const { rows } = await client.query(
      `select email, jsonb_build_object(${answers}) as answers, confirmation_number as "confirmationNumber"
       from account join application on application.account_id = account.id
       left join submission on submission.application_id = application.id
       where email = any($1)`,
      [emails.slice(first, first + PER_QUERY)],
    );
    stored.push(...storedRows.parse(rows));
  }
  await client.end();
  return { kind: 'check', lost: [...writes.findLost(stored)], ...writes.counts(), mails: mailbox.received };
}

async function obey(order: Order): Promise<Reply> {
  if (order.kind === 'crowd') {
    const { url, people, queries, password, run } = order;
    const crowd = new Crowd(new Connections(url), people);
    base = { form, crowd, mailbox, writes, password, queries, photo, run };
    return { kind: 'crowd', atWork: people.filter(({ session }) => session !== undefined).length };
  }
  if (base === undefined) throw new Error('There is nobody yet.');
  switch (order.kind) {
    case 'load':
      return runLoad(order, base);
    case 'save in turn':
      return saveInTurn(order, base);
    case 'check':
      return check(order.databaseUrl, savedKeys(form));
  }
}

const say = (reply: Reply) => process.send?.(reply);
process.on('message', (message) => {
  void obey(orderSchema.parse(message)).then(say);
});
process.on('disconnect', () => process.exit(0));
say({ kind: 'mailbox', smtpUrl });
