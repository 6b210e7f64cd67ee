import { authText } from '../text/auth.ts';
import { Banner } from '../ui/banner.tsx';

interface SuccessNoticeProps {
  readonly label: string;
  /** What the server said; null: nothing is shown. */
  readonly message: string | null;
  readonly onClose: () => void;
}

/** What a card did, until somebody closes it. */
export function SuccessNotice({ label, message, onClose }: SuccessNoticeProps) {
  if (message === null) return null;
  return (
    <Banner kind="success" label={label} close={{ label: authText.closeMessage, onClose }}>
      <p>{message}</p>
    </Banner>
  );
}
