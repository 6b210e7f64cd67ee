import {
  canOpenPicture,
  isPicture,
  makeSmaller,
  prepareFile,
  type Remedy,
  remedyFor,
  shortenName,
  takePhoto,
} from '@firstyear/api-client/fit-file';
import { brokenFileRules, FILE_EXTENSIONS, type FileMessage } from '@firstyear/api-contract/file-rules';
import { Button } from '@firstyear/ui/button.tsx';
import { Field } from '@firstyear/ui/field.tsx';
import { useLanguage, useWords } from '@firstyear/ui/words.ts';
import { say } from '@firstyear/words';
import { documents } from '@firstyear/words/documents';
import { fileRules } from '@firstyear/words/file-rules';
import { type DragEvent, type ReactNode, useState } from 'react';
import styles from './document-input.module.css';

export interface QuestionParts {
  readonly id: string;
  readonly label: string;
  readonly hint: string | undefined;
  readonly errors: readonly string[];
  readonly required: boolean;
  readonly note: string | undefined;
  readonly mark: string | undefined;
}

interface Refusal {
  readonly file: File;
  readonly messages: readonly FileMessage[];
  /** 'unreadable': the picture is too large, but this browser cannot open it. */
  readonly remedy: Remedy | 'unreadable' | undefined;
}

function Offer({ refusal, onFile }: { readonly refusal: Refusal; readonly onFile: (file: File) => void }): ReactNode {
  const words = useWords(documents);
  const [isBusy, setBusy] = useState(false);
  const { file, remedy } = refusal;
  const [hasFailed, setFailed] = useState(remedy === 'unreadable');
  if (!remedy) return null;
  const smaller = remedy === 'smaller';
  const isNamedAnew = refusal.messages.some(({ id }) => id === 'name');
  const offer = isNamedAnew ? words.offerSmallerShorter : words.offerSmaller;
  const apply = async () => {
    setBusy(true);
    try {
      onFile(smaller ? await makeSmaller(file) : shortenName(file));
    } catch {
      setFailed(true);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles.offer} role="status">
      {hasFailed || remedy === 'pdf' ? (
        <p className={styles.line}>{remedy === 'pdf' ? words.offerPdf : words.cannotRead}</p>
      ) : (
        <>
          <p className={styles.line}>{smaller ? offer : words.offerShorter}</p>
          <Button variant="secondary" busy={isBusy} onClick={() => void apply()}>
            {smaller ? words.smaller : words.shorter}
          </Button>
        </>
      )}
    </div>
  );
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
  const language = useLanguage();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [dropMessage, setDropMessage] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  const take = async (chosen: File) => {
    setDropMessage(null);
    // A file that cannot be read here is judged by its name; the upload will fail with details.
    const file = await prepareFile(chosen).catch(() => chosen);
    const messages = brokenFileRules(file);
    if (messages.length > 0) {
      const remedy = remedyFor(file);
      const isUnreadable = remedy === 'smaller' && !(await canOpenPicture(file));
      setRefusal({ file, messages, remedy: isUnreadable ? 'unreadable' : remedy });
      return;
    }
    setRefusal(null);
    onFile(file);
  };
  const takeAll = (files: readonly File[]) => {
    const [file, ...more] = files;
    if (file && more.length === 0) void take(file);
    else if (files.every(isPicture)) {
      setDropMessage(null);
      setRefusal(null);
      onPhotos(files);
    } else setDropMessage(words.tooMany);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    takeAll([...event.dataTransfer.files]);
  };
  const broken = refusal?.messages.map((message) => say(fileRules, message, language)) ?? [];
  const errors = [...parts.errors, ...broken, ...(dropMessage === null ? [] : [dropMessage])];
  return (
    <>
      <Field {...parts} errors={errors}>
        {(aria) => (
          <section
            className={styles.zone}
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
              onChange={(event) => {
                const files = [...(event.target.files ?? [])];
                // The same file can be chosen again.
                event.target.value = '';
                if (files.length > 0) takeAll(files);
              }}
            />
            <span className={styles.drop}>{words.drop}</span>
            <div className={styles.camera}>
              <Button variant="quiet" onClick={() => takePhoto((file) => void take(file))}>
                {words.photograph}
              </Button>
            </div>
          </section>
        )}
      </Field>
      {refusal && (
        <Offer key={`${refusal.file.name} ${refusal.file.size}`} refusal={refusal} onFile={(file) => void take(file)} />
      )}
    </>
  );
}
