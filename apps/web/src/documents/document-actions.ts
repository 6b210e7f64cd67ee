import type { ConversionStatus } from '@firstyear/api-contract/documents';
import { ANSWERED, isDocument } from '@firstyear/form-engine';
import type { QueryClient } from '@tanstack/react-query';
import type { AnswerStore } from '../answers/answer-store.ts';
import { request } from '../api/client.ts';
import { ConnectionError } from '../api/errors.ts';
import { conversionQuery, documentAnswersQuery, profileQuery, uploadMutationKey } from '../api/queries.ts';
import { uploadBegins, uploadEnds } from './running-uploads.ts';

/** What an upload runs with; the mutation cache keeps it, so that an upload goes on when its page is left. */
export interface Upload {
  readonly file: File;
  /** Those that the file was made of, one by one; empty when it is no photo. */
  readonly photos: readonly File[];
  readonly stop: AbortController;
}

export function isUpload(variables: unknown): variables is Upload {
  return typeof variables === 'object' && variables !== null && 'file' in variables && 'stop' in variables;
}

export interface DocumentActions {
  /** Uploads a file and starts its conversion. A failure stays in the mutation cache until it is cleared. */
  start(file: File, photos?: readonly File[]): void;
  /** Ends a running upload; nothing of it stays. */
  cancel(): void;
  /** Deletes the document with its conversion and answer, and refetches the list. */
  remove(): Promise<void>;
  /** An upload or a conversion has failed: its question is not answered. */
  clearAnswer(): void;
  /** Clears a failure: no error, no answer, no conversion. */
  reset(): Promise<void>;
  /** After a conversion: takes over the documents' answers, and nothing else (DOC-06, AMB-083). */
  takeAnswers(): Promise<void>;
}

export function documentActions(queries: QueryClient, store: AnswerStore, key: string): DocumentActions {
  const mutations = queries.getMutationCache();
  const uploads = () => mutations.findAll({ mutationKey: uploadMutationKey(key), exact: true });
  const forgetUploads = () => {
    for (const upload of uploads()) mutations.remove(upload);
    uploadEnds(key);
  };
  const clearAnswer = () => store.change(key, '');
  const setConversion = (status: ConversionStatus) => queries.setQueryData(conversionQuery(key).queryKey, { status });
  // The list only names what is attached: without it the upload is no less done.
  const refreshList = () => queries.fetchQuery({ ...documentAnswersQuery, staleTime: 0 }).catch(() => undefined);

  return {
    start(file, photos = []) {
      forgetUploads();
      const upload = mutations.build<void, Error, Upload, unknown>(queries, {
        mutationKey: uploadMutationKey(key),
        networkMode: 'always',
        gcTime: Number.POSITIVE_INFINITY,
        mutationFn: ({ file: content, stop }) => uploadDocument(key, content, stop.signal),
        // One that failed is not over: a reload makes it fail, too, before the page is gone.
        onSuccess: async () => {
          uploadEnds(key);
          await refreshList();
          setConversion('UNPROCESSED');
        },
        onError: clearAnswer,
      });
      uploadBegins(key);
      // How it ended stands in the cache.
      upload.execute({ file, photos, stop: new AbortController() }).catch(() => undefined);
    },
    cancel() {
      for (const { state } of uploads()) if (isUpload(state.variables)) state.variables.stop.abort();
      forgetUploads();
    },
    async remove() {
      await request('deleteDocument', { params: { key } });
      forgetUploads();
      setConversion('NOT_ANSWERED');
      clearAnswer();
      await refreshList();
    },
    clearAnswer,
    async reset() {
      forgetUploads();
      clearAnswer();
      setConversion('NOT_ANSWERED');
      await request('deleteConversion', { params: { key } });
    },
    async takeAnswers() {
      const { answer } = await queries.fetchQuery({ ...profileQuery, staleTime: 0 });
      for (const { question } of store.form.fields) {
        if (isDocument(question)) store.change(question.key, answer[question.key] === ANSWERED ? ANSWERED : '');
      }
    },
  };
}

/** The three steps of an upload: ask for a place, bring the file there, start the conversion. */
export async function uploadDocument(key: string, file: File, signal: AbortSignal): Promise<void> {
  const { url, fields } = await request('presignedUrl', { payload: { answer_key: key, file_size: file.size }, signal });
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  // Stores take what comes before the file as its fields.
  form.append('file', file, file.name);
  // No-cors: the response cannot be read. Whether the file has arrived, the server finds out at the next step.
  await fetch(url, { method: 'POST', body: form, mode: 'no-cors', credentials: 'omit', signal }).catch(
    (cause: unknown) => {
      throw signal.aborted ? cause : new ConnectionError('', { cause });
    },
  );
  signal.throwIfAborted();
  const payload = { file_key: fields.key ?? '', file_name: file.name, file_size: file.size };
  await request('startConversion', { params: { key }, payload, signal });
}
