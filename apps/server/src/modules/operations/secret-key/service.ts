import { sql } from 'kysely';
import { type InstallationSecret, secretIds } from '../../../crypto/secret.ts';
import { inBatches } from '../../../db/batches.ts';
import { type Db, inTransaction, type Tx } from '../../../db/transaction.ts';
import { StartRefusal } from '../../../process/start-refusal.ts';
import { resealStaffSecrets } from '../../accounts/staff/service.ts';
import { answerSealer } from '../../application/answers/sealed-answers.ts';
import { countSealed, lockSealed, SEALED_PLACES, setSealed } from '../../application/row/saved-answers.ts';

export interface SecretKeyDependencies {
  readonly db: Db;
  readonly clock: () => Date;
  readonly config: { readonly secret: InstallationSecret };
}

const OTHER_KEY =
  'This database belongs to another secret key than the one of this process (SECRET_KEY, or the file secret-key in DATA_DIR). Give this process the same key as before; to replace a key, name the earlier one in SECRET_KEY_PREVIOUS.';
const SECOND_KEY =
  'The secret key of this database is being replaced, and this process knows only one of the two. Name the other one in SECRET_KEY_PREVIOUS until "npm run admissions -- rotate-key" has ended.';

export async function listKeyIds(db: Db): Promise<readonly string[]> {
  const rows = await db.selectFrom('secret_key').select('id').execute();
  return rows.map(({ id }) => id);
}

/** Prevents other changes of the list of keys until the transaction ends. */
const lockKeys = (tx: Tx) => sql`lock table secret_key in share row exclusive mode`.execute(tx);

const ignore = () => undefined;

function refuseUnknown(registered: readonly string[], known: readonly string[]): void {
  const unknown = registered.filter((id) => !known.includes(id));
  if (unknown.length > 0) throw new StartRefusal(unknown.length === registered.length ? OTHER_KEY : SECOND_KEY);
}

/**
 * Throws StartRefusal unless this process knows every secret that the database's answers may be sealed with. Registers the
 * current secret if it is the database's first, or if the process also knows the registered one.
 */
export async function requireKnownKeys(deps: SecretKeyDependencies): Promise<void> {
  const known = secretIds(deps.config.secret);
  const [current] = known;
  const registered = await listKeyIds(deps.db);
  refuseUnknown(registered, known);
  if (registered.includes(current)) return;
  await inTransaction(deps.db, async (tx) => {
    await lockKeys(tx);
    refuseUnknown(await listKeyIds(tx), known);
    await tx
      .insertInto('secret_key')
      .values({ id: current, created_at: deps.clock() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}

interface Rotation {
  /** Answers that were sealed with another secret than the current one. */
  readonly resealed: number;
  /** Answers that no known secret opens, which stay unchanged. */
  readonly unreadable: number;
}

const BATCH = 200;

/** One pass over all sealed answers, a transaction for each batch. */
async function resealAll(
  deps: SecretKeyDependencies,
  onProgress: (done: number, total: number) => void,
): Promise<Rotation> {
  const sealer = answerSealer(deps.config.secret, ignore);
  const counts = await Promise.all(SEALED_PLACES.map((place) => countSealed(deps.db, place)));
  const total = counts.reduce((sum, count) => sum + count, 0);
  let resealed = 0;
  let unreadable = 0;
  let done = 0;
  for (const place of SEALED_PLACES) {
    const resealNext = (after: string) =>
      inTransaction(deps.db, async (tx) => {
        const batch = await lockSealed(tx, place, after, BATCH);
        for (const { id, owner, sealed_answers } of batch) {
          const result = sealer.reseal(owner, sealed_answers);
          unreadable += result.unreadable.length;
          resealed += result.count;
          if (result.count > 0) await setSealed(tx, place, id, JSON.stringify(result.sealed));
        }
        return batch;
      });
    for await (const batch of inBatches(resealNext, ({ id }) => id)) {
      done += batch.length;
      onProgress(done, Math.max(done, total));
    }
  }
  return { resealed, unreadable };
}

/**
 * Reseals every sealed answer with the current secret, while the product runs. Repeats until none is left, then deletes every other
 * secret. After an interruption the next call resumes.
 */
export async function rotateKey(
  deps: SecretKeyDependencies,
  onProgress: (done: number, total: number) => void,
): Promise<Rotation> {
  await requireKnownKeys(deps);
  let resealed = 0;
  for (;;) {
    const pass = await resealAll(deps, onProgress);
    const secrets = await resealStaffSecrets(deps);
    resealed += pass.resealed;
    if (pass.resealed + secrets > 0) continue;
    await inTransaction(deps.db, async (tx) => {
      await lockKeys(tx);
      await tx.deleteFrom('secret_key').where('id', '<>', secretIds(deps.config.secret)[0]).execute();
    });
    return { resealed, unreadable: pass.unreadable };
  }
}
