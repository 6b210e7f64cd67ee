import { defaultPath } from '@firstyear/api-contract';
import { useEffect } from 'react';
import { useForm, usePartner } from '../partner-context.tsx';
import { useSnapshot } from '../session/hooks.ts';
import { PartnerLogo } from '../shell/partner-logo.tsx';
import { shellText } from '../text/shell.ts';
import { Card } from '../ui/card.tsx';
import styles from './error.module.css';

/** The root error page. RootBoundary has reported by then, so that "has been logged" is true. */
export function ErrorPage() {
  const partner = usePartner();
  const home = defaultPath(useForm());
  const isService = useSnapshot().is_service_user;
  useEffect(() => {
    // The PDF job waits for one of two words.
    if (isService) document.documentElement.dataset.ready = 'error';
    document.title = `${shellText.error.title} - ${partner.name}`;
  }, [partner.name, isService]);
  return (
    <main className={styles.page}>
      <p className={styles.partner}>
        <PartnerLogo />
        {partner.name}
      </p>
      <Card>
        <h1 className={styles.title}>{shellText.error.title}</h1>
        <p>{shellText.error.text}</p>
        {isService ? (
          <p>{shellText.service.refused}</p>
        ) : (
          <>
            <p className={styles.links}>
              <a href={window.location.href}>{shellText.error.reload}</a>
              <a href={home}>{shellText.error.home}</a>
            </p>
            <p className={styles.help}>
              {shellText.error.help} <a href={`mailto:${partner.help_email}`}>{partner.help_email}</a>
            </p>
          </>
        )}
      </Card>
    </main>
  );
}
