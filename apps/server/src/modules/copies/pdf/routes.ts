import { pdf } from '@firstyear/api-contract/documents';
import { filePaths } from '@firstyear/api-contract/file-paths';
import { servedFor } from '../../../config/served-forms.ts';
import { idIn, route } from '../../../plugins/call.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { attachment, sendStored } from '../../../plugins/send-stored.ts';
import { findSession } from '../../../plugins/session.ts';
import { audit, byApplicant } from '../../audit/service.ts';
import type { Module } from '../../module.ts';
import { findFinishedCopy, isSignedLink, linkQuerySchema, pdfCopy } from './service.ts';

/** GET /api/pdf, and the file its url names. */
export const pdfRoutes: Module = (deps) => async (app) => {
  route(app, deps, pdf, ({ applicant, request }) => pdfCopy(deps, applicant, request.language));

  app.get(filePaths.pdfCopyRoute, async (request, reply) => {
    const session = await findSession(deps.sessions, request);
    if (!session) throw new ApiError('not_allowed', { words: { id: 'not_allowed_pdf' } });
    await deps.limitSession(session.sessionId);
    const copyId = idIn(request.params);
    const query = linkQuerySchema.safeParse(request.query);
    if (!query.success) throw new ApiError('not_found');
    const now = deps.clock();
    const { accountId } = session;
    const link = { copyId, accountId, ...query.data };
    if (!isSignedLink(deps.config.secret, link, now)) throw new ApiError('token_not_found');
    const copy = await findFinishedCopy(deps.db, link.copyId, accountId);
    if (!copy || !(await deps.objects.head(copy.objectKey))) throw new ApiError('token_not_found');
    await audit(deps.db, { kind: 'pdf_read', ...byApplicant(session), detail: { copy_id: copy.id }, at: now });
    // Open the file last: an error between opening and sending would leave it open.
    const file = await deps.objects.get(copy.objectKey);
    if (!file) throw new ApiError('token_not_found');
    reply.header('content-disposition', attachment(`${servedFor(deps.forms, copy).partner.pdf_name} application`));
    return sendStored(reply, file, { type: 'application/pdf' });
  });
};
