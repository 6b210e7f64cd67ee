import {
  canOpenPicture,
  makeSmaller,
  prepareFile,
  type Remedy,
  remedyFor,
  shortenName,
} from '@firstyear/api-client/fit-file';
import { brokenFileRules, type FileMessage } from '@firstyear/api-contract/file-rules';
import { Button } from '@firstyear/ui/button.tsx';
import { useAction } from '@firstyear/ui/hooks.ts';
import { useWords } from '@firstyear/ui/words.ts';
import { type Language, say } from '@firstyear/words';
import { fileRules } from '@firstyear/words/file-rules';
import { refusedFile } from '@firstyear/words/refused-file';
import { useState } from 'react';
import styles from './document-input.module.css';

/** Why a file can't be uploaded. */
export interface Refusal {
  readonly file: File;
  readonly messages: readonly FileMessage[];
  /** 'unreadable': the picture is too large, but this browser cannot open it. */
  readonly remedy: Remedy | 'unreadable' | undefined;
}

/** The file as it can be uploaded, or why it can't be. */
export async function checkFile(chosen: File): Promise<File | Refusal> {
  // A file that cannot be read here is judged by its name; the upload will fail with details.
  const file = await prepareFile(chosen).catch(() => chosen);
  const messages = brokenFileRules(file);
  if (messages.length === 0) return file;
  const remedy = remedyFor(file);
  const isUnreadable = remedy === 'smaller' && !(await canOpenPicture(file));
  return { file, messages, remedy: isUnreadable ? 'unreadable' : remedy };
}

export const refusalWords = ({ messages }: Refusal, language: Language): readonly string[] =>
  messages.map((message) => say(fileRules, message, language));

/** What can be done about a refused file. */
export function Offer({ refusal, onFile }: { readonly refusal: Refusal; readonly onFile: (file: File) => void }) {
  const words = useWords(refusedFile);
  const { file, remedy } = refusal;
  const [hasFailed, setFailed] = useState(remedy === 'unreadable');
  const smaller = remedy === 'smaller';
  const mending = useAction(async () => {
    try {
      onFile(smaller ? await makeSmaller(file) : shortenName(file));
    } catch {
      setFailed(true);
    }
  });
  if (!remedy) return null;
  const isNamedAnew = refusal.messages.some(({ id }) => id === 'name');
  const offer = isNamedAnew ? words.offerSmallerShorter : words.offerSmaller;
  return (
    <div className={styles.offer} role="status">
      {hasFailed || remedy === 'pdf' ? (
        <p className={styles.line}>{remedy === 'pdf' ? words.offerPdf : words.cannotRead}</p>
      ) : (
        <>
          <p className={styles.line}>{smaller ? offer : words.offerShorter}</p>
          <Button variant="secondary" busy={mending.isBusy} onClick={() => void mending.run()}>
            {smaller ? words.smaller : words.shorter}
          </Button>
        </>
      )}
    </div>
  );
}
