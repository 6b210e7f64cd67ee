import * as desk from '@firstyear/api-contract/desk';
import * as z from 'zod';
import { route } from '../../../plugins/call.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { sendStored } from '../../../plugins/send-stored.ts';
import { requireStaff } from '../../../plugins/staff-session.ts';
import { MINUTE_MS } from '../../../time/durations.ts';
import { staffNames } from '../../accounts/staff/service.ts';
import { findConverted, findThumbnail } from '../../documents/uploads/service.ts';
import type { Module } from '../../module.ts';
import { audit, staffActor } from '../audit/service.ts';
import { listLooks, noteLook, requireRow } from '../list/service.ts';
import {
  type ActDependencies,
  assignTo,
  changeLabelsOf,
  extend,
  lookAt,
  reopenOne,
  rewriteNote,
  sendMailAgain,
  withdrawOne,
  writeNote,
} from './acts.ts';
import { openSealedAnswer, readOne, requireApplication, requireSent } from './read.ts';

/** Somebody who has not said for so long that they have an application open has left it. */
const PRESENT_MS = MINUTE_MS;

const documentParams = z.object({ id: z.string(), key: z.string() });
const thumbnailParams = documentParams.extend({ document: z.uuid(), page: z.coerce.number().int().min(1).max(20) });

/** One application: reading it, and what the office does about it. */
export const oneApplicationRoutes: Module = (app) => async (fastify) => {
  const deps: ActDependencies = app;
  const { db, clock, objects } = app;

  route(fastify, app, desk.officeApplication, ({ staff, params: { id = '' } }) => readOne(deps, staff, id));
  route(fastify, app, desk.openSealed, async ({ staff, payload, params: { id = '' } }) => ({
    value: await openSealedAnswer(deps, staff, id, payload),
  }));
  route(fastify, app, desk.addNote, async ({ staff, payload, params: { id = '' } }) => ({
    note: await writeNote(deps, staff, id, payload.text),
  }));
  route(fastify, app, desk.changeNote, async ({ staff, payload, params: { id = '', note = '' } }) => ({
    note: await rewriteNote(deps, staff, id, { ...payload, note }),
  }));
  route(fastify, app, desk.markLookedAt, async ({ staff, params: { id = '' } }) => {
    await lookAt(deps, staff, id);
    return {};
  });
  route(fastify, app, desk.markPresent, async ({ staff, params: { id = '' } }) => {
    await requireRow(deps, staff, id);
    const now = clock();
    await noteLook(db, { staff_id: staff.staffId, application_id: id, present_at: now });
    const isHere = (at: Date | null) => at !== null && now.getTime() - at.getTime() < PRESENT_MS;
    const others = (await listLooks(db, id))
      .filter(({ staff_id, present_at }) => staff_id !== staff.staffId && isHere(present_at))
      .map(({ staff_id }) => staff_id);
    return { others: [...(await staffNames(db, others)).values()] };
  });
  route(fastify, app, desk.changeLabels, async ({ staff, payload, params: { id = '' } }) => ({
    labels: [...(await changeLabelsOf(deps, staff, id, payload))],
  }));
  route(fastify, app, desk.assign, async ({ staff, payload, params: { id = '' } }) => {
    await assignTo(deps, staff, id, payload.to);
    return {};
  });
  route(fastify, app, desk.extendDeadline, async ({ staff, payload, params: { id = '' } }) => {
    await extend(deps, staff, id, payload);
    return {};
  });
  route(fastify, app, desk.reopen, async ({ staff, payload, params: { id = '' } }) => {
    await reopenOne(deps, staff, id, payload.reason);
    return {};
  });
  route(fastify, app, desk.withdraw, async ({ staff, payload, params: { id = '' } }) => {
    await withdrawOne(deps, staff, id, payload.reason);
    return {};
  });
  route(fastify, app, desk.mailAgain, async ({ staff, payload, params: { id = '' } }) => {
    await sendMailAgain(deps, staff, id, payload.kind);
    return {};
  });

  fastify.get(desk.officePaths.documentRoute, async (request, reply) => {
    const staff = await requireStaff(app.staff, request, 'read');
    const { id, key } = documentParams.parse(request.params);
    await requireSent(deps, staff, id);
    const { application } = await requireApplication(deps, staff, id);
    const document = await findConverted(db, id, key);
    const file = document?.pdf_key ? await objects.get(document.pdf_key) : undefined;
    if (!document || !file) throw new ApiError('not_found');
    const detail = { application_id: id, document_id: document.id };
    const by = staffActor(staff);
    await audit(db, { kind: 'document_read', by, accountId: application.account_id, detail, at: clock() });
    return sendStored(reply, file, { type: 'application/pdf', name: 'document.pdf' });
  });

  // Asked for by every page that shows it: unlike a look at the PDF, no event for the audit trail.
  fastify.get(desk.officePaths.thumbnailRoute, async (request, reply) => {
    const staff = await requireStaff(app.staff, request, 'read');
    const wanted = thumbnailParams.safeParse(request.params);
    if (!wanted.success) throw new ApiError('not_found');
    await requireSent(deps, staff, wanted.data.id);
    const key = await findThumbnail(db, wanted.data.id, wanted.data);
    const file = key === undefined ? undefined : await objects.get(key);
    if (!file) throw new ApiError('not_found');
    return sendStored(reply, file, { type: 'image/jpeg' });
  });
};
