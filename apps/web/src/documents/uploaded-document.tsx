import { isPictureName } from '@firstyear/api-client/picture';
import { filePaths } from '@firstyear/api-contract/file-paths';
import { Button } from '@firstyear/ui/button.tsx';
import { Dialog } from '@firstyear/ui/dialog.tsx';
import { useAction } from '@firstyear/ui/hooks.ts';
import { VisuallyHidden } from '@firstyear/ui/visually-hidden.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { documents } from '@firstyear/words/documents';
import { useState } from 'react';
import { showFailure } from '../api/errors.ts';
import styles from './document-input.module.css';
import { Thumbnails } from './thumbnails.tsx';
import { NameAndSize } from './upload-steps.tsx';
import type { DocumentState, UploadedDocument } from './use-document.ts';

/** An attached document, or one in conversion. */
export function Uploaded({
  id,
  uploaded,
  state,
  photos,
  onDelete,
  onPages,
}: {
  readonly id: string;
  readonly uploaded: UploadedDocument | undefined;
  readonly state: Extract<DocumentState, { readonly step: 'converting' | 'attached' }>;
  readonly photos: readonly File[];
  /** document: the id of the document that the dialog was about, if it is known. */
  readonly onDelete: (document: string | undefined) => Promise<void>;
  readonly onPages: () => void;
}) {
  const words = useWords(documents);
  const [confirming, setConfirming] = useState<Pick<UploadedDocument, 'id' | 'file_name'>>();
  const name = uploaded?.file_name ?? '';
  const deleting = useAction(async (document: string | undefined) => {
    try {
      await onDelete(document);
    } catch (error) {
      setConfirming(undefined);
      showFailure(error, { title: words.removeError });
    }
  });
  return (
    <>
      {uploaded && (
        <NameAndSize
          name={name}
          size={uploaded.file_size}
          pages={state.step === 'attached' ? state.pages : undefined}
        />
      )}
      {state.step === 'attached' && <Thumbnails id={id} thumbnails={state.thumbnails} pages={state.pages ?? 1} />}
      {state.step === 'attached' && state.hint !== undefined && <p className={styles.hint}>{state.hint}</p>}
      {state.step === 'attached' && photos.length === 0 && isPictureName(name) && <p>{words.choosePagesAgain}</p>}
      <div className={`row ${styles.actions}`}>
        {state.step === 'attached' && (
          <a className={styles.link} href={filePaths.document(id)} target="_blank" rel="noopener">
            {words.open} <VisuallyHidden>{words.opensNewTab}</VisuallyHidden>
          </a>
        )}
        {photos.length > 0 && (
          <Button variant="quiet" onClick={onPages}>
            {photos.length === 1 ? words.addPages : words.changePages}
          </Button>
        )}
        <Button
          variant="quiet"
          aria-label={words.removeNamed({ name })}
          onClick={() => setConfirming({ id: uploaded?.id, file_name: name })}
        >
          {words.remove}
        </Button>
      </div>
      {confirming && (
        <Dialog
          role="alertdialog"
          title={words.removeQuestion}
          onClose={() => setConfirming(undefined)}
          actions={
            <Button variant="danger" busy={deleting.isBusy} onClick={() => void deleting.run(confirming.id)}>
              {words.removeConfirm}
            </Button>
          }
          cancel={words.removeCancel}
        >
          <p>{words.removeExplanation({ name: confirming.file_name })}</p>
        </Dialog>
      )}
    </>
  );
}
