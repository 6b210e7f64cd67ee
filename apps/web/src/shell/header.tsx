import { useAutosave } from '../autosave/autosave.ts';
import { SaveStateView } from '../autosave/save-state.tsx';
import { usePartner } from '../partner-context.tsx';
import { useSnapshot } from '../session/hooks.ts';
import { Account } from './account.tsx';
import styles from './header.module.css';
import { LanguageSwitch } from './language-switch.tsx';
import { PartnerLogo } from './partner-logo.tsx';

export function Header() {
  const partner = usePartner();
  const autosave = useAutosave();
  const { is_logged_in, web_status } = useSnapshot();
  return (
    <header className={styles.header}>
      <div className={styles.inner}>
        <div className={styles.names}>
          <PartnerLogo className={styles.logo} />
          <span lang="en" className={styles.partner}>
            {partner.name}
          </span>
          <span className={`quiet ${styles.title}`}>{partner.application_title}</span>
        </div>
        <div className={styles.side}>
          {is_logged_in && web_status !== 'submitted' && (
            <div className={styles.saved}>
              <SaveStateView autosave={autosave} />
            </div>
          )}
          <LanguageSwitch />
          <Account />
        </div>
      </div>
    </header>
  );
}
