import { filePaths } from '@firstyear/api-contract';
import type { QuestionOf } from '@firstyear/application-form';
import { uploads } from '@firstyear/words/uploads';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { showFailure } from '../api/show-failure.ts';
import { DOCUMENT_QUESTION_TEXT } from '../text/document-questions.ts';
import { DOCUMENT_TEXT } from '../text/documents.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FieldGroup } from '../ui/field.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { useWords } from '../words.tsx';
import { ChooseFile, type QuestionParts } from './choose-file.tsx';
import { DocumentBoundary, UploadFailure } from './document-boundary.tsx';
import styles from './document-input.module.css';
import { formatSize } from './file-size.ts';
import { isPicture } from './fit-file.ts';
import { PagesDialog } from './pages-dialog.tsx';
import { Thumbnails } from './thumbnails.tsx';
import { UnknownDocument } from './unknown-document.tsx';
import { type DocumentState, type UploadedDocument, useDocument, useDocumentActions } from './use-document.ts';

/** The frame of everything but the choice: the question's words above what there is. */
function Frame({
  parts,
  errors = [],
  children,
}: {
  readonly parts: QuestionParts;
  readonly errors?: readonly string[];
  readonly children: ReactNode;
}) {
  return (
    <FieldGroup id={parts.id} fieldsetId={parts.id} label={parts.label} errors={errors}>
      {children}
    </FieldGroup>
  );
}

function NameAndSize({
  name,
  size,
  pages,
}: {
  readonly name: string;
  readonly size: number;
  readonly pages?: number | undefined;
}) {
  const facts = pages === undefined ? formatSize(size) : `${formatSize(size)}, ${DOCUMENT_TEXT.pages(pages)}`;
  return (
    <p className={styles.name}>
      <span className={styles.fileName}>{name}</span> <span className={styles.size}>{facts}</span>
    </p>
  );
}

/** A document that is there, or on its way through the converter. */
function Uploaded({
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
  /** Those that it was made of, as far as this page has them. */
  readonly photos: readonly File[];
  readonly onDelete: () => Promise<void>;
  readonly onPages: () => void;
}) {
  const [isAsking, setAsking] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const name = uploaded?.file_name ?? '';
  const confirm = async () => {
    setDeleting(true);
    try {
      await onDelete();
    } catch (error) {
      setDeleting(false);
      setAsking(false);
      showFailure(error, { title: DOCUMENT_TEXT.removeError });
    }
  };
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
      <div className={styles.actions}>
        {state.step === 'attached' && (
          <a className={styles.link} href={filePaths.document(id)} target="_blank" rel="noopener">
            {DOCUMENT_TEXT.open} <VisuallyHidden>{DOCUMENT_TEXT.opensNewTab}</VisuallyHidden>
          </a>
        )}
        {photos.length > 0 && (
          <Button variant="quiet" onClick={onPages}>
            {photos.length === 1 ? DOCUMENT_TEXT.photoPages.addMore : DOCUMENT_TEXT.photoPages.change}
          </Button>
        )}
        <Button variant="quiet" aria-label={DOCUMENT_TEXT.removeNamed(name)} onClick={() => setAsking(true)}>
          {DOCUMENT_TEXT.remove}
        </Button>
      </div>
      {isAsking && (
        <Dialog
          role="alertdialog"
          title={DOCUMENT_TEXT.removeQuestion}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button variant="danger" busy={isDeleting} onClick={() => void confirm()}>
                {DOCUMENT_TEXT.removeConfirm}
              </Button>
              <Button variant="secondary" onClick={() => setAsking(false)}>
                {DOCUMENT_TEXT.removeCancel}
              </Button>
            </>
          }
        >
          <p>{DOCUMENT_TEXT.removeExplanation(name)}</p>
        </Dialog>
      )}
    </>
  );
}

const placeId = (key: string) => `${key}-document`;

/** Where a button was pressed that is gone with the step it belonged to, the focus stays at the question. */
function useKeptFocus(key: string, step: string, isAtRetry: RefObject<boolean>): void {
  const before = useRef<string>(null);
  useEffect(() => {
    const from = before.current;
    before.current = step;
    if (from === step || from === null || from === 'loading') return;
    // It ends by itself as well.
    if (from === 'unknown' && !isAtRetry.current) return;
    if (document.activeElement === document.body) document.getElementById(placeId(key))?.focus({ preventScroll: true });
  }, [key, step, isAtRetry]);
}

/** Says what has changed, to screen readers. */
function useAnnouncement(step: string, name: string, hint: string | undefined): string {
  const before = useRef(step);
  const [words, setWords] = useState('');
  useEffect(() => {
    const from = before.current;
    before.current = step;
    if (from === step) return;
    if (step === 'uploading') setWords(DOCUMENT_TEXT.uploading);
    else if (step === 'converting') setWords(DOCUMENT_TEXT.converting);
    else if (from === 'unknown') setWords(step === 'attached' ? DOCUMENT_TEXT.isHere : DOCUMENT_TEXT.noneHere);
    else if (step === 'attached' && from !== 'loading')
      setWords([DOCUMENT_TEXT.uploaded(name), hint].filter(Boolean).join(' '));
    else if (step === 'empty' && from === 'uploading') setWords(DOCUMENT_TEXT.canceled);
    else if (step === 'empty' && from !== 'loading') setWords(DOCUMENT_TEXT.removed);
  }, [step, name, hint]);
  return words;
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
  const words = useWords(uploads);
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
        <Frame parts={parts}>
          {state.step === 'loading' && <p className={styles.line}>{DOCUMENT_QUESTION_TEXT.loading}</p>}
          {state.step === 'unknown' && (
            <UnknownDocument
              state={state}
              onAttention={(hasFocus) => {
                isAtRetry.current = hasFocus;
              }}
            />
          )}
          {state.step === 'uploading' && (
            <>
              <NameAndSize name={state.file.name} size={state.file.size} />
              <p className={styles.progress}>
                <Spinner /> {DOCUMENT_TEXT.uploading}
              </p>
              <Button variant="quiet" onClick={actions.cancel}>
                {DOCUMENT_TEXT.cancel}
              </Button>
            </>
          )}
          {(state.step === 'converting' || state.step === 'attached') && (
            <>
              {state.step === 'converting' && (
                <p className={styles.progress}>
                  <Spinner /> {DOCUMENT_TEXT.converting}{' '}
                  <span className={styles.soft}>{state.message ?? DOCUMENT_TEXT.convertingHint}</span>
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
        </Frame>
      )}
    </>
  );
}

/** The input of a document question for an applicant. */
export function DocumentInput({
  question,
  parts: { errors, required, note },
}: {
  readonly question: QuestionOf<'file'>;
  readonly parts: { readonly errors: readonly string[]; readonly required: boolean; readonly note: string | undefined };
}) {
  const actions = useDocumentActions(question.key);
  const parts: QuestionParts = { id: question.key, label: question.label, hint: question.hint, errors, required, note };
  const place = useRef<HTMLDivElement>(null);
  const [pages, setPages] = useState<readonly File[] | null>(null);
  const reset = () => {
    actions.reset().catch((error: unknown) => showFailure(error));
  };
  return (
    <div ref={place} id={placeId(question.key)} tabIndex={-1} className={styles.place}>
      <DocumentBoundary
        field={question.key}
        onFailure={actions.clearAnswer}
        onReset={reset}
        fallback={({ message, file, photos }, close) => (
          <Frame parts={parts} errors={[message]}>
            <div className={styles.actions}>
              {file && (
                <Button
                  variant="secondary"
                  onClick={() => {
                    close();
                    actions.start(file, photos);
                    place.current?.focus({ preventScroll: true });
                  }}
                >
                  {DOCUMENT_TEXT.retry}
                </Button>
              )}
              {photos.length > 1 && (
                <Button
                  variant="secondary"
                  onClick={() => {
                    close();
                    setPages(photos);
                  }}
                >
                  {DOCUMENT_TEXT.photoPages.change}
                </Button>
              )}
              <Button
                variant="secondary"
                onClick={() => {
                  close();
                  place.current?.focus({ preventScroll: true });
                }}
              >
                {DOCUMENT_TEXT.another}
              </Button>
            </div>
          </Frame>
        )}
      >
        <DocumentField parts={parts} onPages={setPages} />
      </DocumentBoundary>
      {pages && (
        <PagesDialog
          photos={pages}
          onClose={() => setPages(null)}
          onSend={(file, photos) => {
            setPages(null);
            actions.start(file, photos);
            place.current?.focus({ preventScroll: true });
          }}
        />
      )}
    </div>
  );
}
