import { isPicture } from '@firstyear/api-client/picture';
import { Button, Spinner } from '@firstyear/ui/button.tsx';
import { FieldGroup } from '@firstyear/ui/field.tsx';
import { VisuallyHidden } from '@firstyear/ui/visually-hidden.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { documents } from '@firstyear/words/documents';
import { formPage } from '@firstyear/words/form-page';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { showFailure } from '../api/errors.ts';
import { ChooseFile, type QuestionParts } from './choose-file.tsx';
import { DocumentBoundary, UploadFailure } from './document-boundary.tsx';
import styles from './document-input.module.css';
import { LazyPagesDialog } from './lazy-pages-dialog.tsx';
import { FailedUpload, Uploading } from './upload-steps.tsx';
import { Uploaded } from './uploaded-document.tsx';
import { type DocumentState, useDocument, useDocumentActions } from './use-document.ts';

const placeId = (key: string) => `${key}-document`;

/** Keeps the focus at the question when the pressed button disappears with its step. */
function useKeptFocus(key: string, step: string, isAtRetry: RefObject<boolean>): void {
  const before = useRef<string>(null);
  useEffect(() => {
    const from = before.current;
    before.current = step;
    if (from === step || from === null || from === 'loading') return;
    // This step also ends by itself.
    if (from === 'unknown' && !isAtRetry.current) return;
    if (document.activeElement === document.body) document.getElementById(placeId(key))?.focus({ preventScroll: true });
  }, [key, step, isAtRetry]);
}

function useAnnouncement(step: string, name: string, hint: string | undefined): string {
  const words = useWords(documents);
  const before = useRef(step);
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    const from = before.current;
    before.current = step;
    if (from === step) return;
    if (step === 'uploading') setAnnounced(words.uploading);
    else if (step === 'converting') setAnnounced(words.converting);
    else if (from === 'unknown') setAnnounced(step === 'attached' ? words.isHere : words.noneHere);
    else if (step === 'attached' && from !== 'loading')
      setAnnounced([words.uploaded({ name }), hint].filter(Boolean).join(' '));
    else if (step === 'empty' && from === 'uploading') setAnnounced(words.canceled);
    else if (step === 'empty' && from !== 'loading') setAnnounced(words.removed);
  }, [step, name, hint, words]);
  return announced;
}

function DocumentField({
  parts,
  onPages,
}: {
  readonly parts: QuestionParts;
  /** Photos are to become the pages of one document. */
  readonly onPages: (photos: readonly File[]) => void;
}) {
  const { state, uploaded, photos } = useDocument(parts.id);
  const actions = useDocumentActions(parts.id);
  const announcement = useAnnouncement(
    state.step,
    uploaded?.file_name ?? '',
    state.step === 'attached' ? state.hint : undefined,
  );
  const words = useWords(documents);
  const { loading } = useWords(formPage);
  const isAtRetry = useRef(false);
  useKeptFocus(parts.id, state.step, isAtRetry);
  if (state.step === 'failed') throw new UploadFailure(state.message, { file: state.file, photos });
  return (
    <>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      {state.step === 'empty' ? (
        <ChooseFile
          parts={
            state.isInterrupted ? { ...parts, hint: [words.interrupted, parts.hint].filter(Boolean).join(' ') } : parts
          }
          onFile={(file) => actions.start(file, isPicture(file) ? [file] : [])}
          onPhotos={onPages}
        />
      ) : (
        <FieldGroup id={parts.id} fieldsetId={parts.id} label={parts.label}>
          {state.step === 'loading' && <p className={styles.line}>{loading}</p>}
          {state.step === 'unknown' && (
            <UnknownDocument
              state={state}
              onAttention={(hasFocus) => {
                isAtRetry.current = hasFocus;
              }}
            />
          )}
          {state.step === 'uploading' && <Uploading file={state.file} onCancel={actions.cancel} />}
          {(state.step === 'converting' || state.step === 'attached') && (
            <>
              {state.step === 'converting' && (
                <p className={`row ${styles.progress}`}>
                  <Spinner /> {words.converting}{' '}
                  <span className={styles.soft}>{state.message ?? words.convertingHint}</span>
                </p>
              )}
              <Uploaded
                id={parts.id}
                uploaded={uploaded}
                state={state}
                photos={photos}
                onDelete={actions.remove}
                onPages={() => onPages(photos)}
              />
            </>
          )}
        </FieldGroup>
      )}
    </>
  );
}

/** The input of a document question for an applicant. */
export function DocumentInput({ parts }: { readonly parts: QuestionParts }) {
  const actions = useDocumentActions(parts.id);
  const words = useWords(documents);
  const place = useRef<HTMLDivElement>(null);
  const [pages, setPages] = useState<readonly File[] | null>(null);
  const focusPlace = () => place.current?.focus({ preventScroll: true });
  /** Closes a failure, and keeps the focus here. */
  const closing = (close: () => void, then?: () => void) => () => {
    close();
    then?.();
    focusPlace();
  };
  const reset = () => {
    actions.reset().catch((error: unknown) => showFailure(error));
  };
  return (
    <div ref={place} id={placeId(parts.id)} tabIndex={-1} className={styles.place}>
      <DocumentBoundary
        title={words.error({ field: parts.id })}
        onFailure={actions.clearAnswer}
        onReset={reset}
        fallback={({ message, file, photos }, close) => (
          <FailedUpload
            parts={parts}
            message={message}
            photos={photos}
            {...(file && { onRetry: closing(close, () => actions.start(file, photos)) })}
            onPages={() => {
              close();
              setPages(photos);
            }}
            onAnother={closing(close)}
          />
        )}
      >
        <DocumentField parts={parts} onPages={setPages} />
      </DocumentBoundary>
      <LazyPagesDialog
        photos={pages}
        onClose={() => setPages(null)}
        onSend={(file, photos) => {
          actions.start(file, photos);
          focusPlace();
        }}
      />
    </div>
  );
}

/** Says why the status of a document could not be loaded, with a button that retries. */
function UnknownDocument({
  state: { reason, isRetrying, retry },
  onAttention,
}: {
  readonly state: Extract<DocumentState, { readonly step: 'unknown' }>;
  /** Reports whether the button has the focus, but not that it disappears with the button. */
  readonly onAttention: (hasFocus: boolean) => void;
}) {
  const words = useWords(documents);
  // Shows the last reason until the next one is known.
  const [shown, setShown] = useState(reason);
  if (reason !== undefined && reason !== shown) setShown(reason);
  return (
    <>
      <p className={styles.line}>
        <span role="alert">{words.unknown}</span> <span>{shown}</span>
      </p>
      <Button
        variant="secondary"
        busy={isRetrying}
        onClick={retry}
        onFocus={() => onAttention(true)}
        onBlur={({ relatedTarget }) => relatedTarget && onAttention(false)}
      >
        {words.retry}
      </Button>
    </>
  );
}
