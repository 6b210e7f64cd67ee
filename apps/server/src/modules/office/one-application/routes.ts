import * as desk from '@firstyear/api-contract/desk';
import * as z from 'zod';
import { route } from '../../../plugins/call.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { sendStored } from '../../../plugins/send-stored.ts';
import { requireStaff } from '../../../plugins/staff-session.ts';
import { MINUTE_MS } from '../../../process/durations.ts';
import { staffNames } from '../../accounts/staff/service.ts';
import type { AnswerReader } from '../../application/answers/sealed-answers.ts';
import { changeApplication } from '../../application/row/application.ts';
import { removeStatus, setSubmissionAside } from '../../application/row/submission.ts';
import { findConverted, findThumbnail } from '../../application/uploads/service.ts';
import { audit, staffActor } from '../../audit/service.ts';
import type { Module } from '../../module.ts';
import { changeRow, listLooks, recordLook, requireRow, toListRow, writtenAs } from '../list/service.ts';
import { insertNote, lockNote, updateNote } from './repository.ts';
import {
  act,
  assignmentTo,
  labelsAfter,
  mailAgain,
  openSealedAnswer,
  readOne,
  refusePastDeadline,
  requireApplication,
  requireAssigned,
  toNote,
  withdrawOne,
} from './service.ts';

/** A colleague whose page has been silent for longer has left the application. */
const PRESENT_MS = MINUTE_MS;

const documentParams = z.object({ id: z.string(), key: z.string() });
const thumbnailParams = documentParams.extend({ document: z.uuid(), page: z.coerce.number().int().min(1).max(20) });

/** One application: reading it, and the office's changes to it. */
export const oneApplicationRoutes: Module<{ readonly answers: AnswerReader }> = (deps) => async (app) => {
  const { db, clock, objects } = deps;

  route(app, deps, desk.officeApplication, ({ staff, params: { id = '' } }) => readOne(deps, staff, id));
  route(app, deps, desk.openSealed, async ({ staff, payload, params: { id = '' } }) => ({
    value: await openSealedAnswer(deps, staff, id, payload),
  }));

  route(app, deps, desk.addNote, ({ staff, payload: { text }, params: { id = '' } }) =>
    act(deps, staff, id, 'note_written', async ({ tx, now }) => {
      const times = { created_at: now, changed_at: now };
      const note = await insertNote(tx, { application_id: id, author_id: staff.staffId, text, ...times });
      return [{ note: toNote(note, staff.name, true) }, { note_id: note.id }];
    }),
  );
  route(app, deps, desk.changeNote, ({ staff, payload, params: { id = '', note: noteId = '' } }) =>
    act(deps, staff, id, 'note_changed', async ({ tx, now }) => {
      const note = await lockNote(tx, noteId);
      if (!note || note.application_id !== id || note.author_id !== staff.staffId) throw new ApiError('not_found');
      if (note.version !== payload.version) throw new ApiError('note_changed');
      const next = { text: payload.text, version: note.version + 1, changed_at: now };
      await updateNote(tx, note.id, next);
      return [{ note: toNote({ ...note, ...next }, staff.name, true) }, { note_id: note.id }];
    }),
  );

  route(app, deps, desk.markLookedAt, ({ staff, params: { id = '' } }) =>
    act(deps, staff, id, 'looked_at', async ({ tx, now }) => {
      await changeRow(tx, id, { looked_at: now });
      await recordLook(tx, { staff_id: staff.staffId, application_id: id, looked_at: now });
      return [{}];
    }),
  );
  route(app, deps, desk.markPresent, async ({ staff, params: { id = '' } }) => {
    const row = await requireRow(deps, staff, id);
    const now = clock();
    await recordLook(db, { staff_id: staff.staffId, application_id: id, present_at: now });
    const isPresent = (at: Date | null) => at !== null && now.getTime() - at.getTime() < PRESENT_MS;
    const others = (await listLooks(db, id))
      .filter(({ staff_id, present_at }) => staff_id !== staff.staffId && isPresent(present_at))
      .map(({ staff_id }) => staff_id);
    return {
      others: [...(await staffNames(db, others)).values()],
      version: row.version,
      status: toListRow(deps, row, staff).status,
    };
  });

  // Adds and removes single labels, so that labels added by a colleague meanwhile stay.
  route(app, deps, desk.changeLabels, async ({ staff, payload: { add, remove }, params: { id = '' } }) => {
    const written = await writtenAs(deps, staff, add);
    return act(deps, staff, id, 'labels_changed', async ({ tx, row }) => {
      const labels = labelsAfter(row, { add: written, remove });
      await changeRow(tx, id, { labels });
      return [{ labels: [...labels] }, { added: written.join(', '), removed: remove.join(', ') }];
    });
  });
  route(app, deps, desk.assign, async ({ staff, payload: { to, from }, params: { id = '' } }) => {
    const assignment = await assignmentTo(deps, to);
    return act(deps, staff, id, 'assigned', async ({ tx, row }) => {
      if (from !== undefined) await requireAssigned(tx, row, from);
      await changeRow(tx, id, assignment);
      return [{}, { to: to ?? 'nobody' }];
    });
  });
  route(app, deps, desk.extendDeadline, ({ staff, payload: { until, reason }, params: { id = '' } }) =>
    act(deps, staff, id, 'deadline_extended', async ({ tx, row, now }) => {
      if (row.status !== 'draft') throw new ApiError('wrong_state');
      if (until !== null) refusePastDeadline(until, now);
      await changeRow(tx, id, { extended_until: until === null ? null : new Date(until) });
      return [{}, { until: until ?? 'none', reason }];
    }),
  );
  // Keeps the submission and its confirmation number.
  route(app, deps, desk.reopen, ({ staff, payload: { reason }, params: { id = '' } }) =>
    act(deps, staff, id, 'reopened', async ({ tx, row, now }) => {
      if (row.status !== 'submitted') throw new ApiError('wrong_state');
      await setSubmissionAside(tx, id, now);
      await removeStatus(tx, id, 'submitted');
      await changeApplication(tx, id, {}, now);
      return [{}, { reason, confirmation_number: row.confirmation_number ?? '' }];
    }),
  );
  route(app, deps, desk.withdraw, ({ staff, payload: { reason }, params: { id = '' } }) =>
    act(deps, staff, id, 'withdrawn', async (locked) => {
      if (locked.row.status !== 'submitted') throw new ApiError('wrong_state');
      await withdrawOne(deps, locked, true);
      return [{}, { reason }];
    }),
  );
  route(app, deps, desk.undoWithdrawal, ({ staff, payload: { reason }, params: { id = '' } }) =>
    act(deps, staff, id, 'withdrawal_undone', async (locked) => {
      if (locked.row.status !== 'withdrawn') throw new ApiError('wrong_state');
      await withdrawOne(deps, locked, false);
      return [{}, { reason }];
    }),
  );
  route(app, deps, desk.mailAgain, ({ staff, payload: { kind: mail }, params: { id = '' } }) =>
    act(deps, staff, id, 'mail_sent_again', async (locked) => {
      await mailAgain(deps, locked, mail);
      return [{}, { mail }];
    }),
  );

  app.get(desk.officePaths.documentRoute, async (request, reply) => {
    const staff = await requireStaff(deps.staff, request, 'read');
    await deps.limitSession(staff.sessionId);
    const { id, key } = documentParams.parse(request.params);
    const { row, application } = await requireApplication(deps, staff, id);
    if (row.submitted_at === null) throw new ApiError('not_found');
    const document = await findConverted(db, id, key);
    const file = document?.pdf_key ? await objects.get(document.pdf_key) : undefined;
    if (!document || !file) throw new ApiError('not_found');
    const detail = { application_id: id, document_id: document.id };
    const by = staffActor(staff);
    await audit(db, { kind: 'document_read', by, accountId: application.account_id, detail, at: clock() });
    // The application's page shows it in a frame beside the answers.
    reply.headers({
      'content-security-policy': "default-src 'none';frame-ancestors 'self'",
      'x-frame-options': 'SAMEORIGIN',
    });
    return sendStored(reply, file, { type: 'application/pdf', name: 'document.pdf' });
  });

  // Not audited, unlike the PDF: every view of the application loads thumbnails.
  app.get(desk.officePaths.thumbnailRoute, async (request, reply) => {
    const staff = await requireStaff(deps.staff, request, 'read');
    await deps.limitSession(staff.sessionId);
    const { data: params } = thumbnailParams.safeParse(request.params);
    if (!params) throw new ApiError('not_found');
    const { submitted_at } = await requireRow(deps, staff, params.id);
    const key = submitted_at && (await findThumbnail(db, params.id, params));
    const file = key ? await objects.get(key) : undefined;
    if (!file) throw new ApiError('not_found');
    return sendStored(reply, file, { type: 'image/jpeg' });
  });
};
