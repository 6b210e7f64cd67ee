import { defaultPath } from '@firstyear/api-contract';
import { Link } from 'react-router';
import { SaveStateView } from '../autosave/save-state.tsx';
import { useAutosave } from '../autosave/use-autosave.ts';
import { useForm, usePartner } from '../partner-context.tsx';
import { useSnapshot } from '../session/hooks.ts';
import { Account } from './account.tsx';
import styles from './header.module.css';
import { PartnerLogo } from './partner-logo.tsx';

/** The partner's name and what is applied for; the account at its side. */
export function Header({ linksHome = false }: { readonly linksHome?: boolean }) {
  const partner = usePartner();
  const home = defaultPath(useForm());
  const autosave = useAutosave();
  const { is_logged_in, web_status } = useSnapshot();
  const title = (
    <>
      <PartnerLogo className={styles.logo} />
      <span className={styles.partner}>{partner.name}</span>
      <span className={styles.title}>{partner.application_title}</span>
    </>
  );
  return (
    <header className={styles.header}>
      <div className={styles.inner}>
        {linksHome ? (
          <Link to={home} className={styles.names}>
            {title}
          </Link>
        ) : (
          <div className={styles.names}>{title}</div>
        )}
        <div className={styles.side}>
          {is_logged_in && web_status !== 'submitted' && <SaveStateView autosave={autosave} />}
          <Account />
        </div>
      </div>
    </header>
  );
}
