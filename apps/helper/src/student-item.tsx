import { makeSmaller, prepareFile, remedyFor, shortenName } from '@firstyear/api-client/fit-file';
import { type Paper, sendPaper } from '@firstyear/api-client/send-paper';
import { FILE_EXTENSIONS } from '@firstyear/api-contract/file-extensions';
import { brokenFileRules, type FileMessage } from '@firstyear/api-contract/file-rules';
import { type HelpStudent, helpPaper, helpUpload } from '@firstyear/api-contract/helpers';
import { Button } from '@firstyear/ui/button.tsx';
import { CloseButton } from '@firstyear/ui/close-button.tsx';
import { Field } from '@firstyear/ui/field.tsx';
import { useAction } from '@firstyear/ui/hooks.ts';
import { useLanguage, useWords } from '@firstyear/ui/words.ts';
import { say } from '@firstyear/words';
import { fileRules } from '@firstyear/words/file-rules';
import { formatDate } from '@firstyear/words/format';
import { helpPage } from '@firstyear/words/help-page';
import { useState } from 'react';
import { request, sentenceOf } from './calls.ts';
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

/** A file, made fit for its upload. */
interface ChosenPaper extends Paper {
  /** Tells chosen files apart, so that none is sent twice. */
  readonly key: string;
}

const keyOf = ({ name, size, lastModified }: File): string => `${name} ${size} ${lastModified}`;

/** The file as it can be sent, if it can: photos of phones are large, and schools give files long names. */
async function fitFile(chosen: File): Promise<File> {
  const file = await prepareFile(chosen).catch(() => chosen);
  switch (remedyFor(file)) {
    case 'smaller':
      return makeSmaller(file).catch(() => file);
    case 'shorter':
      return shortenName(file);
    case 'pdf':
    case undefined:
      return file;
  }
}

/** Sends files for an item. Those that are not sent yet stay, also when the item has come with others. */
function Sending({ item, token, student, onSent }: Omit<ItemProps, 'timeZone'>) {
  const words = useWords(helpPage);
  const language = useLanguage();
  const [papers, setPapers] = useState<readonly ChosenPaper[]>([]);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [isAdding, setIsAdding] = useState(false);
  const of = { token, item: item.id };
  const choose = async (chosen: readonly File[]) => {
    setProblems([]);
    for (const original of chosen) {
      const key = keyOf(original);
      const file = await fitFile(original);
      const broken = brokenFileRules(file);
      const problemOf = (message: FileMessage) =>
        words.refused({ file: file.name, problem: say(fileRules, message, language) });
      if (broken.length > 0) setProblems((before) => [...before, ...broken.map(problemOf)]);
      else setPapers((before) => [...before.filter((other) => other.key !== key), { key, file }]);
    }
  };
  const { isBusy, run: send } = useAction(async () => {
    setProblems([]);
    for (const paper of papers) {
      try {
        await sendPaper(paper, {
          allow: () => request(helpUpload, { ...of, file_size: paper.file.size }),
          take: (sent) => request(helpPaper, { ...of, ...sent }),
        });
      } catch (error) {
        setProblems([words.refused({ file: paper.file.name, problem: sentenceOf(error, words.away) })]);
        break;
      }
      setPapers((before) => before.filter((other) => other !== paper));
    }
    setIsAdding(false);
    // After a failure too: the item may have been sent in another window.
    await onSent();
  });
  if (papers.length === 0 && problems.length === 0) {
    if (item.state === 'done') return null;
    if (item.state === 'checking' && !isAdding && !isBusy) {
      return (
        <Button variant="quiet" onClick={() => setIsAdding(true)}>
          {words.more}
        </Button>
      );
    }
  }
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
              void choose(chosen);
            }}
          />
        )}
      </Field>
      {papers.length > 0 && (
        <>
          <p className={styles.strong}>{words.chosen({ name: student })}</p>
          <ul className={styles.files}>
            {papers.map(({ key, file }) => (
              <li key={key}>
                <span dir="auto">{file.name}</span>
                {!isBusy && (
                  <CloseButton
                    label={words.remove({ file: file.name })}
                    onClick={() => setPapers(papers.filter((other) => other.key !== key))}
                  />
                )}
              </li>
            ))}
          </ul>
          <p id={`hint-${item.id}`}>{words.sendHint}</p>
          <Button busy={isBusy} aria-describedby={`hint-${item.id}`} onClick={() => void send()}>
            {words.send({ count: papers.length })}
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
  const { item } = props;
  const day = item.came_at === null ? '' : formatDate(language, timeZone, new Date(item.came_at));
  const failed = item.state === 'done' ? [] : item.papers.filter(({ state }) => state === 'failed');
  return (
    <div className={styles.item}>
      <h3 className={styles.itemTitle}>{item.title}</h3>
      {item.text !== '' && <p>{item.text}</p>}
      <div role="status">
        <p>{standing(item, words, day)}</p>
        {item.returned_words !== '' && <p className={styles.words}>{item.returned_words}</p>}
        {failed.map(({ id, file_name, message = '' }) => (
          <p key={id} className={styles.words}>
            {words.unreadable({ file: file_name, problem: message })}
          </p>
        ))}
      </div>
      <Sending {...props} />
    </div>
  );
}
