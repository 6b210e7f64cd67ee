import { sendFile } from '@firstyear/api-client/send-file';
import type { ConversionStatus } from '@firstyear/api-contract/documents';
import { ANSWERED, isDocument } from '@firstyear/form-engine';
import type { QueryClient } from '@tanstack/react-query';
import type { AnswerStore } from '../answers/answer-store.ts';
import { request } from '../api/client.ts';
import {
  conversionQuery,
  documentAnswersQuery,
  isOpenConversion,
  profileQuery,
  uploadMutationKey,
} from '../api/queries.ts';
import { isUpload, type Upload, uploadBegins, uploadEnds } from './running-uploads.ts';

export function documentActions(queries: QueryClient, store: AnswerStore, key: string) {
  const mutations = queries.getMutationCache();
  const uploads = () => mutations.findAll({ mutationKey: uploadMutationKey(key), exact: true });
  const forgetUploads = () => {
    for (const upload of uploads()) mutations.remove(upload);
    uploadEnds(key);
  };
  /** An upload or a conversion has failed: its question is not answered. */
  const clearAnswer = () => store.change(key, '');
  const setConversion = (status: ConversionStatus) => queries.setQueryData(conversionQuery(key).queryKey, { status });
  // The list only names the attached files: an upload succeeds without it.
  const refreshList = () => queries.fetchQuery({ ...documentAnswersQuery, staleTime: 0 }).catch(() => undefined);

  /** Deletes the document with its conversion and answer, and refetches the list. Keeps, and shows, a newer one than the given. */
  const remove = async (document?: string) => {
    try {
      await request('deleteDocument', { params: { key }, query: { document } });
    } catch (error) {
      // Another device has replaced it, or it is deleted, and the response was lost.
      const [list] = await Promise.all([
        refreshList(),
        queries.fetchQuery({ ...conversionQuery(key), staleTime: 0 }).catch(() => undefined),
      ]);
      if (list && !list[key]) clearAnswer();
      throw error;
    }
    forgetUploads();
    setConversion('NOT_ANSWERED');
    clearAnswer();
    await refreshList();
  };

  return {
    /** Uploads a file and starts its conversion. A failure stays in the mutation cache until it is cleared. */
    start(file: File, photos: readonly File[] = []) {
      forgetUploads();
      const upload = mutations.build<void, Error, Upload, unknown>(queries, {
        mutationKey: uploadMutationKey(key),
        networkMode: 'always',
        gcTime: Number.POSITIVE_INFINITY,
        mutationFn: async ({ file: content, stop: { signal } }) => {
          await uploadDocument(key, content, signal);
          // Not after a failure: a reload makes an upload fail too, before the page is gone.
          uploadEnds(key);
          await refreshList();
          // Canceled too late: the server has the file.
          if (signal.aborted) await remove();
          else setConversion('UNPROCESSED');
        },
        onError: (error, { stop }) => (error === stop.signal.reason ? forgetUploads() : clearAnswer()),
      });
      uploadBegins(key);
      // The mutation cache holds the outcome.
      upload.execute({ file, photos, stop: new AbortController() }).catch(() => undefined);
    },
    /** Cancels the upload, which ends once the server is known not to have the file. */
    cancel() {
      for (const { state } of uploads()) if (isUpload(state.variables)) state.variables.stop.abort();
    },
    remove,
    clearAnswer,
    /** Clears a failure: no error, no answer, no conversion. A document that was sent elsewhere since, or before, stays. */
    async reset() {
      forgetUploads();
      clearAnswer();
      setConversion('NOT_ANSWERED');
      const conversion = await request('conversionStatus', { params: { key } });
      if (uploads().length > 0) return;
      if (conversion.status === 'COMPLETED' || isOpenConversion(conversion.status)) {
        await refreshList();
        queries.setQueryData(conversionQuery(key).queryKey, conversion);
      } else await request('deleteConversion', { params: { key } });
    },
    /** After a conversion: loads the documents' answers, and nothing else (DOC-06, AMB-083). */
    async takeAnswers() {
      const profile = await queries.fetchQuery({ ...profileQuery, staleTime: 0 }).catch(() => undefined);
      // The answers come with the next profile.
      if (!profile) return;
      const { answer, document_answer } = profile;
      // The server has deleted it with a save that hid its question.
      if (!document_answer[key]) setConversion('NOT_ANSWERED');
      for (const { question } of store.form.fields) {
        if (isDocument(question)) store.change(question.key, answer[question.key] === ANSWERED ? ANSWERED : '');
      }
    },
  };
}

/** The three steps of an upload: get an address, send the file, start the conversion. Throws signal.reason if aborted before the last. */
async function uploadDocument(key: string, file: File, signal: AbortSignal): Promise<void> {
  const address = () => request('presignedUrl', { payload: { answer_key: key, file_size: file.size }, signal });
  const { sent: payload } = await sendFile(address, file, signal);
  // Not aborted: the server may have started already.
  await request('startConversion', { params: { key }, payload });
}
