import { Button } from '@firstyear/ui/button.tsx';
import { Dialog } from '@firstyear/ui/dialog.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { unexpected } from '@firstyear/words/unexpected';
import { wordsOf } from '../api/errors.ts';

export function UnexpectedError({ error, onClose }: { readonly error: unknown; readonly onClose: () => void }) {
  const { title, close } = useWords(unexpected);
  return (
    <Dialog title={title} role="alertdialog" onClose={onClose} actions={<Button onClick={onClose}>{close}</Button>}>
      <p>{wordsOf(error)}</p>
    </Dialog>
  );
}
