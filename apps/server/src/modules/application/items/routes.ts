import type { ResponseOf } from '@firstyear/api-contract/call';
import { myCorrection, sendCorrection } from '@firstyear/api-contract/corrections';
import { filePaths } from '@firstyear/api-contract/file-paths';
import { itemPaper, itemReply, itemUpload, LONGEST_REPLY, myItems } from '@firstyear/api-contract/items';
import { cleanLines } from '@firstyear/api-contract/staff-text';
import { answerOf } from '@firstyear/form-engine';
import type { PartnerConfig } from '@firstyear/partner-config';
import type { Language } from '@firstyear/words';
import { servedIn } from '../../../config/served-forms.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Applicant } from '../../../plugins/applicant.ts';
import { idIn, route } from '../../../plugins/call.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { DAY_MS } from '../../../process/durations.ts';
import { audit, byApplicant } from '../../audit/service.ts';
import type { AppDependencies } from '../../dependencies.ts';
import type { Module } from '../../module.ts';
import type { AnswerReader } from '../answers/sealed-answers.ts';
import { otherDefinition } from '../releases/service.ts';
import { lockApplication, readApplication } from '../row/application.ts';
import { readStanding, type Standing, selectWaitingSince } from '../row/list-row.ts';
import { paperKey } from '../uploads/intake.ts';
import { correctSubmission, readSubmitted } from './corrections.ts';
import { allowPaper, type PaperSender, takePaper } from './papers.ts';
import { findItem, type ItemRow, listItems, listPapers, type PaperWithDocument } from './repository.ts';
import { inOrder, moveItem, requireItem, toItem, toPaper } from './service.ts';

type Papers = readonly Pick<PaperWithDocument, 'item_id' | 'sent_by'>[];

/** Whether the applicant may send a paper, an explanation or a correction for an item as it stands; a copy until others have sent the original. */
function maySend({ items = [] }: Pick<PartnerConfig, 'items'>, item: ItemRow, papers: Papers): boolean {
  const isOpen = item.state === 'awaiting' || item.state === 'returned';
  if (item.request_kind === 'explanation' || item.request_kind === 'correction') return isOpen;
  if (item.source === 'applicant') return isOpen || item.state === 'came';
  const takesCopy = items.some(({ id, takes_copy }) => id === item.rule && takes_copy === true);
  const isOriginalThere = papers.some(({ item_id, sent_by }) => item_id === item.id && sent_by !== 'applicant');
  return takesCopy && (isOpen || (item.state === 'came' && !isOriginalThere));
}

/** 404 for an item that the applicant doesn't see, 409 before the submission, after a withdrawal, or when nothing may be sent. */
function requireMaySend(
  partner: Pick<PartnerConfig, 'items'>,
  item: ItemRow,
  papers: Papers,
  standing: Pick<Standing, 'status'>,
): void {
  if (item.is_hidden) throw new ApiError('not_found');
  if (standing.status !== 'submitted') throw new ApiError('wrong_state');
  if (!maySend(partner, item, papers)) throw new ApiError('item_closed');
}

/** The day before the oldest came of what still waits, in the university's time zone. */
const dayBefore = (moment: Date, timeZone: string) =>
  new Date(moment.getTime() - DAY_MS).toLocaleDateString('sv-SE', { timeZone });

async function readItems(
  { db, clock, office }: Pick<AppDependencies, 'db' | 'clock' | 'office'>,
  applicant: Applicant,
  language: Language,
): Promise<ResponseOf<typeof myItems>> {
  const { id } = await readApplication(db, applicant, clock());
  const standing = await readStanding(db, id);
  if (standing.status !== 'submitted') return { items: [], is_complete: false, looked_at_until: null };
  const { partner } = servedIn(applicant.served, language);
  const rows = inOrder(partner, await listItems(db, id)).filter((item) => !item.is_hidden && item.state !== 'canceled');
  const papers = await listPapers(db, id);
  const since = rows.some(({ state }) => state === 'came') ? await selectWaitingSince(db, standing, office) : undefined;
  return {
    items: rows.map((item) => ({
      ...toItem(partner, item),
      papers: papers
        .filter(({ item_id, sent_by }) => item_id === item.id && sent_by === 'applicant')
        .map((paper) => ({
          ...toPaper(paper, language),
          href: paper.pdf_key === null ? null : filePaths.document(paperKey(paper.id)),
        })),
      may_send: maySend(partner, item, papers),
    })),
    is_complete: standing.checklist === 'complete',
    looked_at_until: since === undefined ? null : dayBefore(since, partner.time_zone),
  };
}

/** What the own application needs: an applicant's calls. */
export const itemRoutes: Module<{ readonly answers: AnswerReader }> = (deps) => async (app) => {
  const { db, clock } = deps;
  const senderOf = async (applicant: Applicant): Promise<PaperSender> => ({
    applicationId: (await readApplication(db, applicant, clock())).id,
    sentBy: 'applicant',
    by: byApplicant(applicant).by,
    check: async (item, standing, tx) => {
      if (item.request_kind === 'explanation') throw new ApiError('item_closed');
      requireMaySend(applicant.served.partner, item, await listPapers(tx, item.application_id), standing);
    },
  });

  route(app, deps, myItems, ({ applicant, request }) => readItems(deps, applicant, request.language));
  route(app, deps, itemUpload, async ({ applicant, params, payload }) =>
    allowPaper(deps, await senderOf(applicant), idIn(params), payload),
  );
  route(app, deps, itemPaper, async ({ applicant, params, payload }) =>
    takePaper(deps, await senderOf(applicant), idIn(params), payload),
  );
  route(app, deps, itemReply, async ({ applicant, params, payload }) => {
    const reply = cleanLines(payload.text).trim();
    if (reply === '') throw new ApiError('bad_request');
    if (reply.length > LONGEST_REPLY) throw new ApiError('reply_too_long');
    await inTransaction(db, async (tx) => {
      const now = clock();
      const { id } = await lockApplication(tx, applicant, now);
      const item = await requireItem(tx, id, idIn(params));
      // Sent again, since the response was lost.
      if (item.state === 'came' && item.reply === reply) return;
      if (item.request_kind !== 'explanation') throw new ApiError('item_closed');
      requireMaySend(applicant.served.partner, item, [], await readStanding(tx, id));
      await moveItem(deps, tx, item, 'come', { reply }, now);
      const detail = { application_id: id, item_id: item.id };
      await audit(tx, { kind: 'explained', ...byApplicant(applicant), detail, at: now });
    });
  });
  route(app, deps, myCorrection, async ({ applicant, params, request }) => {
    const application = await readApplication(db, applicant, clock());
    const item = await findItem(db, idIn(params));
    if (item?.application_id !== application.id || item.is_hidden) throw new ApiError('not_found');
    if (item.asked_keys === null) throw new ApiError('item_closed');
    const { content, form } = await readSubmitted(deps, db, application);
    const { answers, tabs, add_another } = content;
    const other = otherDefinition(form, applicant.served.form, request.language);
    return { keys: [...item.asked_keys], answers, tabs, add_another, ...(other && { form: other }) };
  });
  route(app, deps, sendCorrection, async ({ applicant, params, payload: { answers: given } }) =>
    inTransaction(db, async (tx) => {
      const now = clock();
      const application = await lockApplication(tx, applicant, now);
      const item = await requireItem(tx, application.id, idIn(params));
      if (item.asked_keys === null) throw new ApiError('item_closed');
      if (item.state === 'came') {
        const { answers } = (await readSubmitted(deps, tx, application)).content;
        // Sent again, since the response was lost.
        if (Object.entries(given).every(([key, value]) => answerOf(answers, key) === value)) return { answer: answers };
      }
      requireMaySend(applicant.served.partner, item, [], await readStanding(tx, application.id));
      const asked = { asked: item.asked_keys, given, itemId: item.id };
      const { answers } = await correctSubmission(deps, tx, application, asked, now);
      await moveItem(deps, tx, item, 'come', {}, now);
      const detail = { application_id: application.id, item_id: item.id };
      await audit(tx, { kind: 'corrected', ...byApplicant(applicant), detail, at: now });
      return { answer: answers };
    }),
  );
};
