import { officeLinks } from '@firstyear/api-contract/desk';
import type { PartnerConfig } from '@firstyear/partner-config';
import { ENGLISH } from '@firstyear/words';
import type { Config } from '../../../config/config.ts';
import { type Db, inTransaction } from '../../../db/transaction.ts';
import type { Jobs } from '../../../jobs/jobs.ts';
import { MINUTE_MS } from '../../../time/durations.ts';
import { findColleague } from '../../accounts/staff/service.ts';
import { letter, mailWords } from '../../reference/mail/letter.ts';
import { queueMail } from '../../reference/mail/service.ts';
import { type ExportRow, updateExport } from './repository.ts';

/** Nobody waits longer than this in front of the page: they get a mail. */
const LONG_MS = MINUTE_MS;

export interface DoneDependencies {
  readonly db: Db;
  readonly clock: () => Date;
  readonly jobs: Jobs;
  readonly partner: PartnerConfig;
  readonly config: Pick<Config, 'publicUrl'>;
}

/** Notes that an export is there, and mails who asked for it when it took over a minute. */
export async function endExport(
  deps: DoneDependencies,
  row: ExportRow,
  end: Pick<ExportRow, 'parts' | 'size' | 'columns' | 'done'>,
): Promise<void> {
  const { partner } = deps;
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock();
    await updateExport(tx, row.id, { ...end, done_at: now });
    const person = await findColleague(tx, row.staff_id);
    if (!person || now.getTime() - row.asked_at.getTime() <= LONG_MS) return;
    const words = mailWords(ENGLISH).exportReady;
    const url = officeLinks.exports(deps.config.publicUrl);
    const text = letter(partner, ENGLISH, [
      mailWords(ENGLISH).letter.dear({ name: person.name }),
      words.ready({ url }),
      words.kept,
    ]);
    const subject = words.subject({ university: partner.name });
    await queueMail(tx, deps.jobs, { kind: 'export_ready', recipient: person.email, subject, text }, now);
  });
}
