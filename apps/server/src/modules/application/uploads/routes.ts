import {
  conversionStatus,
  deleteConversion as deleteConversionCall,
  deleteDocument as deleteDocumentCall,
  documentAnswers,
  presignedUrl,
  startConversion as startConversionCall,
} from '@firstyear/api-contract/documents';
import { filePaths } from '@firstyear/api-contract/file-paths';
import * as z from 'zod';
import type { Db } from '../../../db/transaction.ts';
import { requireApplicant } from '../../../plugins/applicant.ts';
import { route } from '../../../plugins/call.ts';
import { ApiError } from '../../../plugins/errors.ts';
import { sendStored } from '../../../plugins/send-stored.ts';
import { audit, byApplicant } from '../../audit/service.ts';
import type { Module } from '../../module.ts';
import { listPapers } from '../items/service.ts';
import { readApplication } from '../row/application.ts';
import { markUploadBroken, paperKey, paperOf, selectUpload } from './repository.ts';
import {
  deleteConversion,
  deleteDocument,
  documentAnswersOf,
  findConverted,
  findThumbnail,
  listQuestionDocuments,
  presignUpload,
  readConversion,
  startConversion,
} from './service.ts';
import { uploadRoute } from './uploads.ts';

const keySchema = z.object({ key: z.string().max(80) });
const thumbnailSchema = keySchema.extend({ document: z.uuid(), page: z.coerce.number().int().positive() });
const keyOf = (params: unknown): string => {
  const { data } = keySchema.safeParse(params);
  if (!data || paperOf(data.key) !== undefined) throw new ApiError('no_document_question');
  return data.key;
};

/** The key of a document that its applicant may open: a question's, or that of a paper that the applicant has sent. */
async function openKeyOf(db: Db, applicationId: string, params: unknown): Promise<string> {
  const { data } = keySchema.safeParse(params);
  const paperId = data && paperOf(data.key);
  if (paperId === undefined) return keyOf(params);
  const papers = await listPapers(db, applicationId);
  if (!papers.some(({ id, sent_by }) => id === paperId && sent_by === 'applicant')) throw new ApiError('not_found');
  return paperKey(paperId);
}

/** The calls of documents (API-20 to API-26), the upload to our own server, and the converted PDF for its owner. */
export const documentRoutes: Module = (deps) => async (app) => {
  const { config, clock, objects } = deps;

  route(app, deps, presignedUrl, async ({ applicant, payload, request }) => {
    const { url, fields } = await presignUpload(deps, applicant, payload);
    // Programs need an absolute address.
    const isOnPublicHost = request.headers.host === new URL(config.publicUrl).host;
    return { url: isOnPublicHost ? new URL(url, config.publicUrl).href : url, fields };
  });
  route(app, deps, documentAnswers, async ({ applicant }) => {
    const { id } = await readApplication(deps.db, applicant, clock());
    return documentAnswersOf(await listQuestionDocuments(deps.db, id));
  });
  route(app, deps, startConversionCall, ({ applicant, payload, params }) =>
    startConversion(deps, applicant, keyOf(params), payload),
  );
  route(app, deps, conversionStatus, ({ applicant, params, request }) =>
    readConversion({ ...deps, log: app.log }, applicant, keyOf(params), request.language),
  );
  route(app, deps, deleteConversionCall, ({ applicant, params }) => deleteConversion(deps, applicant, keyOf(params)));
  route(app, deps, deleteDocumentCall, ({ applicant, params, query }) =>
    deleteDocument(deps, applicant, keyOf(params), query?.document),
  );

  // Only the session identifies the owner: the address itself grants nothing.
  app.get(filePaths.documentRoute, async (request, reply) => {
    const applicant = await requireApplicant(deps, request);
    const { id } = await readApplication(deps.db, applicant, clock());
    const document = await findConverted(deps.db, id, await openKeyOf(deps.db, id, request.params));
    if (!document?.pdf_key || !(await objects.head(document.pdf_key))) throw new ApiError('not_found');
    const detail = { document_id: document.id };
    await audit(deps.db, { kind: 'document_read', ...byApplicant(applicant), detail, at: clock() });
    // Open the file last: an error between opening and sending would leave it open.
    const file = await objects.get(document.pdf_key);
    if (!file) throw new ApiError('not_found');
    return sendStored(reply, file, { type: 'application/pdf', name: 'document.pdf' });
  });

  // Not audited, unlike reading the PDF: every page with the document requests it.
  app.get(filePaths.thumbnailRoute, async (request, reply) => {
    const applicant = await requireApplicant(deps, request);
    const { data: params } = thumbnailSchema.safeParse(request.params);
    if (!params || paperOf(params.key) !== undefined) throw new ApiError('not_found');
    const { id } = await readApplication(deps.db, applicant, clock());
    const key = await findThumbnail(deps.db, id, params);
    const file = key === undefined ? undefined : await objects.get(key);
    if (!file) throw new ApiError('not_found');
    return sendStored(reply, file, { type: 'image/jpeg' });
  });

  if (config.s3) return;
  const isExpected = async (fileKey: string) => (await selectUpload(deps.db, fileKey)) !== undefined;
  const recordBroken = (fileKey: string, rule: 'size' | 'empty') => markUploadBroken(deps.db, fileKey, rule);
  await app.register(uploadRoute({ secret: config.secret, clock, objects, isExpected, recordBroken }));
};
