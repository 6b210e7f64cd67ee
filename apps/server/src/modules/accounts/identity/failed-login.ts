import { links } from '@firstyear/api-contract/addresses';
import { inTransaction } from '../../../db/transaction.ts';
import { languageOf } from '../../../plugins/reader-language.ts';
import { DAY_MS } from '../../../time/durations.ts';
import { audit } from '../../office/audit/service.ts';
import { countMails, queueMail } from '../../reference/mail/service.ts';
import { findAccount } from '../account/service.ts';
import type { IdentityDependencies } from './dependencies.ts';
import { failedLoginsMail } from './mails.ts';
import { lockAddress } from './repository.ts';

/** Wrong passwords at one address in an hour after which its owner is told. */
const FAILURES_BEFORE_NOTICE = 20;

type FailedLoginDependencies = Omit<IdentityDependencies, 'alarm' | 'passwords' | 'passwordStrength'>;

/** Tells an owner of many wrong passwords by email, once a day at most. */
async function tellOwner(deps: FailedLoginDependencies, email: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockAddress(tx, email);
    // Looked up in every case, so that the time does not tell whether there is an account.
    const account = await findAccount(tx, email);
    const forgotUrl = links.forgot(deps.config.publicUrl);
    const mail = failedLoginsMail({
      ...deps,
      language: languageOf(account?.language ?? null),
      recipient: email,
      forgotUrl,
    });
    const now = deps.clock();
    const since = new Date(now.getTime() - DAY_MS);
    const { all } = await countMails(tx, { recipient: email, kind: mail.kind, requester: [], since });
    if (account && all.count === 0) await queueMail(tx, deps.jobs, mail, now);
  });
}

/** Keeps a wrong password in the audit trail; tells the owner when there were many of them. */
export async function recordFailedLogin(
  deps: FailedLoginDependencies,
  failed: {
    readonly email: string;
    /** undefined: nobody has an account there. */
    readonly accountId: string | undefined;
    readonly network: string;
    /** Wrong passwords at this address in this hour. */
    readonly failures: number;
  },
): Promise<void> {
  const by = { kind: 'visitor', network: failed.network } as const;
  const accountId = failed.accountId ?? null;
  await audit(deps.db, { kind: 'login_failed', by, accountId, at: deps.clock() });
  if (failed.failures >= FAILURES_BEFORE_NOTICE) await tellOwner(deps, failed.email);
}
