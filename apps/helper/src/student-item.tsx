import {
  brokenFileRules,
  FILE_EXTENSIONS,
  type FileMessage,
  fileExtension,
  MAX_FILE_NAME_LENGTH,
} from '@firstyear/api-contract/file-rules';
import type { HelpStudent } from '@firstyear/api-contract/helpers';
import { Button } from '@firstyear/ui/button.tsx';
import { CloseButton } from '@firstyear/ui/close-button.tsx';
import { Field } from '@firstyear/ui/field.tsx';
import { useLanguage, useWords } from '@firstyear/ui/words.ts';
import { say } from '@firstyear/words';
import { fileRules } from '@firstyear/words/file-rules';
import { formatDate } from '@firstyear/words/format';
import { helpPage } from '@firstyear/words/help-page';
import { useState } from 'react';
import { sendFiles, sentenceOf } from './calls.ts';
import styles from './help-page.module.css';

type Item = HelpStudent['items'][number];

interface ItemProps {
  readonly item: Item;
  readonly token: string;
  readonly timeZone: string;
  /** The student's name. */
  readonly student: string;
  readonly onSent: () => Promise<void>;
}

/** Tells files apart, so that none is sent twice. */
const keyOf = ({ name, size, lastModified }: File): string => `${name} ${size} ${lastModified}`;

/** The file with a name that is short enough: schools name theirs after the student, the year and the kind of paper. */
function withShortName(file: File): File {
  const extension = fileExtension(file.name) ?? '';
  if (extension === '' || file.name.length <= MAX_FILE_NAME_LENGTH) return file;
  const name = file.name.slice(0, MAX_FILE_NAME_LENGTH - extension.length).trim();
  return new File([file], `${name}${extension}`, { type: file.type, lastModified: file.lastModified });
}

function Sending({ item, token, student, onSent }: Omit<ItemProps, 'timeZone'>) {
  const words = useWords(helpPage);
  const language = useLanguage();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  const choose = (chosen: readonly File[]) => {
    const problemOf = (file: File, message: FileMessage) =>
      words.refused({ file: file.name, problem: say(fileRules, message, language) });
    const short = chosen.map(withShortName);
    setProblems(short.flatMap((file) => brokenFileRules(file).map((message) => problemOf(file, message))));
    const good = short.filter((file) => brokenFileRules(file).length === 0);
    setFiles([...new Map([...files, ...good].map((file) => [keyOf(file), file])).values()]);
  };
  const send = async () => {
    setIsBusy(true);
    setProblems([]);
    try {
      await sendFiles(token, item.id, files);
      setFiles([]);
    } catch (error) {
      setProblems([sentenceOf(error, words.away)]);
    }
    // After a failure too: the item may have been sent in another window.
    await onSent();
    setIsBusy(false);
  };
  return (
    <div className={styles.sending}>
      <Field
        id={`file-${item.id}`}
        label={words.choose({ title: item.title })}
        hint={words.chooseHint}
        errors={problems}
      >
        {(aria) => (
          <input
            {...aria}
            type="file"
            multiple
            accept={FILE_EXTENSIONS.join(',')}
            className={styles.file}
            onChange={(event) => {
              const chosen = [...(event.target.files ?? [])];
              // The same file can be chosen again.
              event.target.value = '';
              choose(chosen);
            }}
          />
        )}
      </Field>
      {files.length > 0 && (
        <>
          <p className={styles.strong}>{words.chosen({ name: student })}</p>
          <ul className={styles.files}>
            {files.map((file) => (
              <li key={keyOf(file)}>
                <span dir="auto">{file.name}</span>
                <CloseButton
                  label={words.remove({ file: file.name })}
                  onClick={() => setFiles(files.filter((other) => other !== file))}
                />
              </li>
            ))}
          </ul>
          <p id={`hint-${item.id}`}>{words.sendHint}</p>
          <Button busy={isBusy} aria-describedby={`hint-${item.id}`} onClick={() => void send()}>
            {words.send({ count: files.length })}
          </Button>
        </>
      )}
    </div>
  );
}

/** Where a paper stands that the helper has sent. */
function standing(item: Item, words: ReturnType<typeof helpPage.in>, day: string): string | undefined {
  switch (item.state) {
    case 'asked':
      return undefined;
    case 'again':
      return words.again;
    case 'checking':
      return item.papers.some(({ state }) => state === 'waiting') ? words.reading : words.received({ day });
    case 'done':
      return words.done;
  }
}

/** One paper that a student asks for: sending it, or where it stands. */
export function StudentItem({ timeZone, ...props }: ItemProps) {
  const words = useWords(helpPage);
  const language = useLanguage();
  const [isAdding, setIsAdding] = useState(false);
  const { item } = props;
  const day = item.came_at === null ? '' : formatDate(language, timeZone, new Date(item.came_at));
  const failed = item.state === 'done' ? [] : item.papers.filter(({ state }) => state === 'failed');
  return (
    <div className={styles.item}>
      <h3 className={styles.itemTitle}>{item.title}</h3>
      <div role="status">
        <p>{standing(item, words, day)}</p>
        {item.returned_words !== '' && <p className={styles.words}>{item.returned_words}</p>}
        {failed.map(({ id, file_name, message = '' }) => (
          <p key={id} className={styles.words}>
            {words.unreadable({ file: file_name, problem: message })}
          </p>
        ))}
      </div>
      {item.state === 'checking' && !isAdding && (
        <Button variant="quiet" onClick={() => setIsAdding(true)}>
          {words.more}
        </Button>
      )}
      {(isAdding || item.state === 'asked' || item.state === 'again') && item.state !== 'done' && (
        <Sending {...props} />
      )}
    </div>
  );
}
