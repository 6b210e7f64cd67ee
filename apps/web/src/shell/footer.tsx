import { useWords } from '@firstyear/ui/words.ts';
import { app } from '@firstyear/words/app';
import { useState } from 'react';
import { lazyPart } from '../api/load-part.ts';
import { usePartner } from '../partner-context.tsx';
import styles from './footer.module.css';
import { LazyPart } from './part-boundary.tsx';

const HelpDialog = lazyPart(() => import('./dialogs.tsx'), 'HelpDialog');
const PrivacyDialog = lazyPart(() => import('./dialogs.tsx'), 'PrivacyDialog');

export function Footer() {
  const words = useWords(app);
  const partner = usePartner();
  const [open, setOpen] = useState<'help' | 'privacy' | null>(null);
  const close = () => setOpen(null);
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <p lang="en" className={styles.name}>
          {partner.name}
        </p>
        <div className={styles.links}>
          <button type="button" className={styles.link} aria-haspopup="dialog" onClick={() => setOpen('help')}>
            {words.help}
          </button>
          <button type="button" className={styles.link} aria-haspopup="dialog" onClick={() => setOpen('privacy')}>
            {words.privacy}
          </button>
        </div>
      </div>
      <LazyPart onClose={close}>
        {open === 'help' && <HelpDialog onClose={close} />}
        {open === 'privacy' && <PrivacyDialog onClose={close} />}
      </LazyPart>
    </footer>
  );
}
