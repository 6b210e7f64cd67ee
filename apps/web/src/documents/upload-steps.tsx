import { Button, Spinner } from '@firstyear/ui/button.tsx';
import { FieldGroup } from '@firstyear/ui/field.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { documents } from '@firstyear/words/documents';
import { useState } from 'react';
import type { QuestionParts } from './choose-file.tsx';
import styles from './document-input.module.css';

const KILOBYTE = 1024;

/** A file size as people read it: whole units, no space, 1024-based (AMB-102). */
export function formatSize(bytes: number): string {
  if (bytes < KILOBYTE) return `${bytes}B`;
  const kilobytes = Math.round(bytes / KILOBYTE);
  return kilobytes < KILOBYTE ? `${kilobytes}KB` : `${Math.round(bytes / KILOBYTE / KILOBYTE)}MB`;
}

export function NameAndSize({
  name,
  size,
  pages,
}: {
  readonly name: string;
  readonly size: number;
  readonly pages?: number | undefined;
}) {
  const words = useWords(documents);
  const facts = pages === undefined ? formatSize(size) : `${formatSize(size)}, ${words.pages({ count: pages })}`;
  return (
    <p className={styles.name}>
      <span className={styles.fileName}>{name}</span> <span className={styles.size}>{facts}</span>
    </p>
  );
}

/** An upload that is under way. */
export function Uploading({ file, onCancel }: { readonly file: File; readonly onCancel: () => void }) {
  const words = useWords(documents);
  const [isCanceling, setCanceling] = useState(false);
  return (
    <>
      <NameAndSize name={file.name} size={file.size} />
      <p className={`row ${styles.progress}`}>
        <Spinner /> {words.uploading}
      </p>
      <Button
        variant="quiet"
        busy={isCanceling}
        onClick={() => {
          setCanceling(true);
          onCancel();
        }}
      >
        {words.cancel}
      </Button>
    </>
  );
}

/** An upload that has failed, with what can be done about it. */
export function FailedUpload({
  parts,
  message,
  photos,
  onRetry,
  onPages,
  onAnother,
}: {
  readonly parts: QuestionParts;
  readonly message: string;
  /** The photos that the file was made of. */
  readonly photos: readonly File[];
  /** Sends the same file again; left out where this page no longer has it. */
  readonly onRetry?: () => void;
  readonly onPages: () => void;
  readonly onAnother: () => void;
}) {
  const words = useWords(documents);
  return (
    <FieldGroup id={parts.id} fieldsetId={parts.id} label={parts.label} errors={[message]}>
      <div className={`row ${styles.actions}`}>
        {onRetry && (
          <Button variant="secondary" onClick={onRetry}>
            {words.retry}
          </Button>
        )}
        {photos.length > 1 && (
          <Button variant="secondary" onClick={onPages}>
            {words.changePages}
          </Button>
        )}
        <Button variant="secondary" onClick={onAnother}>
          {words.another}
        </Button>
      </div>
    </FieldGroup>
  );
}
