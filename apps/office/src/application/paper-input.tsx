import { sendPaper } from '@firstyear/api-client/send-paper';
import { type OfficeItem, officePaper, officeUpload } from '@firstyear/api-contract/desk';
import { FILE_EXTENSIONS } from '@firstyear/api-contract/file-extensions';
import { brokenFileRules } from '@firstyear/api-contract/file-rules';
import { Spinner } from '@firstyear/ui/button.tsx';
import { showError, showSuccess } from '@firstyear/ui/toast-store.ts';
import { VisuallyHidden } from '@firstyear/ui/visually-hidden.tsx';
import { useLanguage, useWords } from '@firstyear/ui/words.ts';
import { say } from '@firstyear/words';
import { fileRules } from '@firstyear/words/file-rules';
import { officeChecklist } from '@firstyear/words/office-checklist';
import type { RefObject } from 'react';
import { request } from '../shared/api.ts';
import { useAct } from '../shared/states.tsx';

interface PaperInputProps {
  readonly id: string;
  readonly item: OfficeItem;
  /** The hidden input; a press on it opens the browser's dialog. */
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onDone: () => Promise<unknown>;
}

/** Puts a file there that came by mail or was scanned. */
export function PaperInput({ id, item, input, onDone }: PaperInputProps) {
  const words = useWords(officeChecklist);
  const language = useLanguage();
  const params = { id, item: item.id };
  const putting = useAct(
    (file: File) =>
      sendPaper(
        { file },
        {
          allow: () => request(officeUpload, { params, payload: { file_size: file.size } }),
          take: (payload) => request(officePaper, { params, payload }),
        },
      ),
    () => {
      showSuccess(words.done({ title: item.title }));
      return onDone();
    },
  );
  return (
    <>
      {putting.isPending && <Spinner />}
      <VisuallyHidden role="status">{putting.isPending ? words.uploading : ''}</VisuallyHidden>
      <input
        ref={input}
        hidden
        type="file"
        aria-label={words.putLabel({ title: item.title })}
        accept={FILE_EXTENSIONS.join(',')}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file can be chosen again.
          event.target.value = '';
          if (!file || putting.isPending) return;
          const broken = brokenFileRules(file).map((message) => say(fileRules, message, language));
          if (broken.length > 0) showError(broken.join(' '));
          else putting.mutate(file);
        }}
      />
    </>
  );
}
