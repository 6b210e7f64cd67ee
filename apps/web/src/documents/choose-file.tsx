import { isPicture, takePhoto } from '@firstyear/api-client/picture';
import { FILE_EXTENSIONS } from '@firstyear/api-contract/file-extensions';
import { Button, Spinner } from '@firstyear/ui/button.tsx';
import { Field } from '@firstyear/ui/field.tsx';
import { useLanguage, useWords } from '@firstyear/ui/words.ts';
import { documents } from '@firstyear/words/documents';
import { formPage } from '@firstyear/words/form-page';
import { type DragEvent, useRef, useState } from 'react';
import { createPart } from '../api/create-part.ts';
import { wordsOf } from '../api/errors.ts';
import type { Refusal } from './check-file.tsx';
import styles from './document-input.module.css';

/** Loaded once a file is about to be chosen. */
const checking = createPart(() => import('./check-file.tsx'));

export interface QuestionParts {
  readonly id: string;
  readonly label: string;
  readonly hint: string | undefined;
  readonly errors: readonly string[];
  readonly required: boolean;
  readonly note: string | undefined;
  readonly mark: string | undefined;
}

/** Choose, drop or photograph a file. A file that breaks a rule is refused before any call. */
export function ChooseFile({
  parts,
  onFile,
  onPhotos,
}: {
  readonly parts: QuestionParts;
  readonly onFile: (file: File) => void;
  /** Several photos at once, to become the pages of one document. */
  readonly onPhotos: (photos: readonly File[]) => void;
}) {
  const words = useWords(documents);
  const { loading } = useWords(formPage);
  const language = useLanguage();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  const [isLoading, setLoading] = useState(false);
  const latest = useRef<File>(undefined);
  const take = async (chosen: File) => {
    latest.current = chosen;
    setProblem(null);
    setLoading(!checking.loaded());
    try {
      const { checkFile } = await checking.load();
      const checked = await checkFile(chosen);
      // Another one can be chosen meanwhile.
      if (latest.current !== chosen) return;
      setRefusal(checked instanceof File ? null : checked);
      if (checked instanceof File) onFile(checked);
    } catch (error) {
      setProblem(wordsOf(error));
    } finally {
      setLoading(false);
    }
  };
  const takeAll = (files: readonly File[]) => {
    const [file, ...more] = files;
    if (file && more.length === 0) void take(file);
    else if (files.every(isPicture)) {
      latest.current = undefined;
      setProblem(null);
      setRefusal(null);
      onPhotos(files);
    } else setProblem(words.tooMany);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    takeAll([...event.dataTransfer.files]);
  };
  const check = checking.loaded();
  const broken = refusal && check ? check.refusalWords(refusal, language) : [];
  const errors = [...parts.errors, ...broken, ...(problem === null ? [] : [problem])];
  return (
    <>
      <Field {...parts} errors={errors}>
        {(aria) => (
          <section
            className={`row ${styles.zone}`}
            data-over={isOver || undefined}
            aria-label={words.zone({ question: parts.label })}
            onDragOver={(event) => {
              event.preventDefault();
              setOver(true);
            }}
            onDragLeave={() => setOver(false)}
            onDrop={drop}
          >
            <input
              {...aria}
              type="file"
              multiple
              className={styles.input}
              accept={FILE_EXTENSIONS.join(',')}
              onClick={() => void checking.load().catch(() => undefined)}
              onChange={(event) => {
                const files = [...(event.target.files ?? [])];
                // The same file can be chosen again.
                event.target.value = '';
                if (files.length > 0) takeAll(files);
              }}
            />
            <span className={`quiet ${styles.drop}`}>{words.drop}</span>
            <div className={styles.camera}>
              <Button variant="quiet" onClick={() => takePhoto((file) => void take(file))}>
                {words.photograph}
              </Button>
            </div>
          </section>
        )}
      </Field>
      {isLoading && (
        <p className={`row ${styles.progress}`} role="status">
          <Spinner /> {loading}
        </p>
      )}
      {refusal && check && (
        <check.Offer
          key={`${refusal.file.name} ${refusal.file.size}`}
          refusal={refusal}
          onFile={(file) => void take(file)}
        />
      )}
    </>
  );
}
