import { focusHeading } from '../shell/focus-heading.ts';
import { authText } from '../text/auth.ts';
import { Banner } from '../ui/banner.tsx';

interface SuccessNoticeProps {
  readonly label: string;
  /** What the server said; null: nothing is shown. */
  readonly message: string | null;
  /** Without it the notice stays. */
  readonly onClose?: () => void;
}

/** What a card did, until somebody closes it. */
export function SuccessNotice({ label, message, onClose }: SuccessNoticeProps) {
  if (message === null) return null;
  const close = onClose && {
    label: authText.closeMessage,
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
