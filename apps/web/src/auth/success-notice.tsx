import { Banner } from '@firstyear/ui/banner.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { auth } from '@firstyear/words/auth';
import { focusHeading } from '../shell/focus-heading.ts';

interface SuccessNoticeProps {
  readonly label: string;
  /** What the server said; null: nothing is shown. */
  readonly message: string | null;
  /** Without it the notice stays. */
  readonly onClose?: () => void;
}

/** What a card did, until somebody closes it. */
export function SuccessNotice({ label, message, onClose }: SuccessNoticeProps) {
  const words = useWords(auth);
  if (message === null) return null;
  const close = onClose && {
    label: words.closeMessage,
    onClose: () => {
      // The button that has the focus goes with the notice.
      focusHeading();
      onClose();
    },
  };
  return (
    <Banner kind="success" label={label} {...(close && { close })}>
      <p>{message}</p>
    </Banner>
  );
}
