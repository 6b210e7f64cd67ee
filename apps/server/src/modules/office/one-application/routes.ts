import * as desk from '@firstyear/api-contract/desk';
import * as z from 'zod';
import { route } from '../../../plugins/call.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { attachment, sendStored } from '../../../plugins/send-stored.ts';
import { requireStaff } from '../../../plugins/staff-session.ts';
import type { AnswerReader } from '../../application/answers/sealed-answers.ts';
import type { Module } from '../../module.ts';
import * as acts from './acts.ts';
import { openCopy, openDocument, openSealedAnswer, openThumbnail, readOne, requestCopy } from './service.ts';

const copyParams = z.object({ id: z.string() });
const documentParams = z.object({ id: z.string(), key: z.string() });
const thumbnailParams = documentParams.extend({ document: z.uuid(), page: z.coerce.number().int().min(1).max(20) });

/** One application: reading it, and the office's changes to it. */
export const oneApplicationRoutes: Module<{ readonly answers: AnswerReader }> = (deps) => async (app) => {
  route(app, deps, desk.officeApplication, ({ staff, params: { id = '' } }) => readOne(deps, staff, id));
  route(app, deps, desk.officeCopy, ({ staff, params: { id = '' } }) => requestCopy(deps, staff, id));
  route(app, deps, desk.openSealed, async ({ staff, payload, params: { id = '' } }) => ({
    value: await openSealedAnswer(deps, staff, id, payload),
  }));
  route(app, deps, desk.addNote, (call) => acts.addNote(deps, acts.on(call), call.payload));
  route(app, deps, desk.changeNote, (call) =>
    acts.changeNote(deps, acts.on(call), call.params.note ?? '', call.payload),
  );
  route(app, deps, desk.markLookedAt, (call) => acts.markLookedAt(deps, acts.on(call)));
  route(app, deps, desk.markPresent, (call) => acts.markPresent(deps, acts.on(call)));
  route(app, deps, desk.changeLabels, (call) => acts.changeLabels(deps, acts.on(call), call.payload));
  route(app, deps, desk.assign, (call) => acts.assign(deps, acts.on(call), call.payload));
  route(app, deps, desk.setStage, (call) => acts.setStage(deps, acts.on(call), call.payload));
  route(app, deps, desk.extendDeadline, (call) => acts.extendDeadline(deps, acts.on(call), call.payload));
  route(app, deps, desk.reopen, (call) => acts.reopen(deps, acts.on(call), call.payload));
  route(app, deps, desk.withdraw, (call) => acts.withdraw(deps, acts.on(call), call.payload));
  route(app, deps, desk.undoWithdrawal, (call) => acts.undoWithdrawal(deps, acts.on(call), call.payload));
  route(app, deps, desk.sendMessage, (call) => acts.sendMessage(deps, acts.on(call), call.payload));
  route(app, deps, desk.previewLetter, (call) => acts.previewLetter(deps, acts.on(call), call.payload));
  route(app, deps, desk.mailAgain, (call) => acts.sendMailAgain(deps, acts.on(call), call.payload));

  app.get(desk.officePaths.documentRoute, async (request, reply) => {
    const staff = await requireStaff(deps, request, 'read');
    const { id, key } = documentParams.parse(request.params);
    const file = await openDocument(deps, staff, id, key);
    // The application's page shows it in a frame beside the answers.
    reply.headers({
      'content-security-policy': "default-src 'none';frame-ancestors 'self'",
      'x-frame-options': 'SAMEORIGIN',
    });
    return sendStored(reply, file, { type: 'application/pdf', name: 'document.pdf' });
  });
  app.get(desk.officePaths.copyRoute, async (request, reply) => {
    const staff = await requireStaff(deps, request, 'read');
    const { file, name } = await openCopy(deps, staff, copyParams.parse(request.params).id);
    return sendStored(reply, file, { type: 'application/pdf' }).header('content-disposition', attachment(name));
  });
  app.get(desk.officePaths.thumbnailRoute, async (request, reply) => {
    const staff = await requireStaff(deps, request, 'read');
    const { data: params } = thumbnailParams.safeParse(request.params);
    if (!params) throw new ApiError('not_found');
    return sendStored(reply, await openThumbnail(deps, staff, params), { type: 'image/jpeg' });
  });
};
