import { defaultPath } from '@firstyear/api-contract/addresses';
import { Card } from '@firstyear/ui/card.tsx';
import { Link } from '@firstyear/ui/link.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { app } from '@firstyear/words/app';
import { useEffect } from 'react';
import { useForm, usePartner } from '../partner-context.tsx';
import { useSnapshot } from '../session/hooks.ts';
import { PartnerLogo } from '../shell/partner-logo.tsx';
import styles from './error.module.css';
import type { RootFailure } from './root-boundary.tsx';

/** The root error page. It says "has been logged" once that is true, and continues by itself when only the connection was missing. */
export function ErrorPage({ isOffline, isLogged }: RootFailure) {
  const words = useWords(app);
  const partner = usePartner();
  const home = defaultPath(useForm());
  const isService = useSnapshot().is_service_user;
  const { title } = isOffline ? words.offline : words.error;
  useEffect(() => {
    // Programs that open the view wait for one of two words.
    if (isService) document.documentElement.dataset.ready = 'error';
    document.title = `${title} - ${partner.name}`;
  }, [title, partner.name, isService]);
  useEffect(() => {
    if (!isOffline) return;
    const reload = () => window.location.reload();
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, [isOffline]);
  return (
    <main className={styles.page}>
      <p lang="en" className={styles.partner}>
        <PartnerLogo />
        {partner.name}
      </p>
      <Card>
        <h1 className={styles.title}>{title}</h1>
        {isOffline && <p>{words.offline.text}</p>}
        {isLogged && <p>{words.error.text}</p>}
        {isService ? (
          <>
            <p>{words.service.refused}</p>
            <p className={styles.help}>
              {words.service.whomToAsk} <a href={`mailto:${partner.help_email}`}>{partner.help_email}</a>
            </p>
          </>
        ) : (
          <>
            <p className={styles.links}>
              {/* A link alone would go to the question that the address may name, and load nothing. */}
              <Link to={window.location.href} onFollow={() => window.location.reload()}>
                {words.error.reload}
              </Link>
              <a href={home}>{words.error.home}</a>
            </p>
            <p className={styles.help}>
              {words.error.help} <a href={`mailto:${partner.help_email}`}>{partner.help_email}</a>
            </p>
          </>
        )}
      </Card>
    </main>
  );
}
