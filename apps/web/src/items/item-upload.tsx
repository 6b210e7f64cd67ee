import { isPicture } from '@firstyear/api-client/picture';
import type { Paper } from '@firstyear/api-client/send-paper';
import { itemPaper, itemUpload, type MyItem } from '@firstyear/api-contract/items';
import { FieldGroup } from '@firstyear/ui/field.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { documents } from '@firstyear/words/documents';
import { items } from '@firstyear/words/items';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../api/client.ts';
import { hasCode, isUnauthorized, showFailure, wordsOf } from '../api/errors.ts';
import { loadPart } from '../api/load-part.ts';
import { uploadMutationKey, useQueryClient } from '../api/queries.ts';
import { ChooseFile } from '../documents/choose-file.tsx';
import { LazyPagesDialog } from '../documents/lazy-pages-dialog.tsx';
import { isUploadOpen, type Upload, uploadBegins, uploadEnds } from '../documents/running-uploads.ts';
import { FailedUpload, Uploading } from '../documents/upload-steps.tsx';
import styles from './items.module.css';
import { paperUploadId, usePaperUpload } from './use-paper-upload.ts';

interface PaperUpload extends Upload, Paper {}

/** Rejects once the upload is canceled. */
const untilCanceled = ({ signal }: AbortController) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

interface ItemUploadProps {
  readonly item: MyItem;
  readonly onSent: () => Promise<unknown>;
  /** Nothing can be sent for the item any more. */
  readonly onRefused: () => Promise<unknown>;
}

/** Where a file for an item is chosen and sent. */
export function ItemUpload({ item, onSent, onRefused }: ItemUploadProps) {
  const words = useWords(items);
  const { interrupted } = useWords(documents);
  const [pages, setPages] = useState<readonly File[] | null>(null);
  const id = paperUploadId(item.id);
  const params = { id: item.id };
  const { last, forget } = usePaperUpload(item.id);
  const { mutate } = useMutation(
    {
      mutationKey: uploadMutationKey(id),
      mutationFn: async (upload: PaperUpload) => {
        uploadBegins(id);
        try {
          const { file, stop } = upload;
          // The script waits for the connection, which a cancel must not.
          const loading = loadPart(() => import('@firstyear/api-client/send-paper'));
          const { sendPaper } = await Promise.race([loading, untilCanceled(stop)]);
          await sendPaper(
            upload,
            {
              allow: () => request(itemUpload, { params, payload: { file_size: file.size }, signal: stop.signal }),
              take: (payload) => request(itemPaper, { params, payload }),
            },
            stop.signal,
          );
        } finally {
          uploadEnds(id);
        }
      },
      onSuccess: () => onSent().finally(forget),
      onError: (error, { stop }) => {
        if (error === stop.signal.reason) forget();
        if (!hasCode(error, 'item_closed')) return;
        showFailure(error);
        forget();
        void onRefused();
      },
    },
    useQueryClient(),
  );
  const start = (file: File, photos: readonly File[]) => mutate({ file, photos, stop: new AbortController() });
  const { isRunning = false, error = null, upload } = last ?? {};
  const parts = {
    id,
    label: words.file({ title: item.title }),
    hint: isUploadOpen(id) ? interrupted : undefined,
    errors: [],
    required: false,
    note: undefined,
    mark: undefined,
  };
  return (
    <div className={styles.place}>
      {isRunning && upload ? (
        <FieldGroup id={id} fieldsetId={id} label={parts.label}>
          <Uploading file={upload.file} onCancel={() => upload.stop.abort()} />
        </FieldGroup>
      ) : error && upload && !isUnauthorized(error) ? (
        <FailedUpload
          parts={parts}
          message={wordsOf(error)}
          photos={upload.photos}
          onRetry={() => mutate({ ...upload, stop: new AbortController() })}
          onPages={() => setPages(upload.photos)}
          onAnother={forget}
        />
      ) : (
        <ChooseFile parts={parts} onFile={(file) => start(file, isPicture(file) ? [file] : [])} onPhotos={setPages} />
      )}
      <LazyPagesDialog photos={pages} onClose={() => setPages(null)} onSend={start} />
    </div>
  );
}
