import { defaultPath } from '@firstyear/api-contract/addresses';
import { Spinner } from '@firstyear/ui/button.tsx';
import { Card } from '@firstyear/ui/card.tsx';
import { Link } from '@firstyear/ui/link.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { app } from '@firstyear/words/app';
import { Component, type PropsWithChildren, useEffect, useState } from 'react';
import { ConnectionError } from '../api/errors.ts';
import { reportClientError } from '../api/report-client-error.ts';
import { useForm, usePartner } from '../partner-context.tsx';
import { useSnapshot } from '../session/hooks.ts';
import { PartnerLogo } from '../shell/partner-logo.tsx';
import styles from './app.module.css';

interface RootFailure {
  readonly isOffline: boolean;
  readonly isLogged: boolean;
}

/** The root error page. Says that the error has been logged once it has, and reloads when a missing connection is back. */
function ErrorPage({ isOffline, isLogged }: RootFailure) {
  const words = useWords(app);
  const partner = usePartner();
  const home = defaultPath(useForm());
  const isService = useSnapshot().is_service_user;
  const { title } = isOffline ? words.offline : words.error;
  useEffect(() => {
    // Programs that open the service view wait for 'true' or 'error'.
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
    <main className={styles.error}>
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
              {/* A plain link would only jump to the question in the address's hash. */}
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

interface RootBoundaryState {
  readonly failure: RootFailure | null;
}

/** The last error boundary: reports the error, and shows the root error page in place of everything. */
export class RootBoundary extends Component<PropsWithChildren, RootBoundaryState> {
  override state: RootBoundaryState = { failure: null };

  static getDerivedStateFromError(error: unknown) {
    return { failure: { isOffline: error instanceof ConnectionError, isLogged: false } };
  }

  override componentDidCatch(error: unknown) {
    if (error instanceof ConnectionError) return;
    void reportClientError(error).then((isLogged) => {
      if (isLogged) this.setState({ failure: { isOffline: false, isLogged } });
    });
  }

  override render() {
    const { failure } = this.state;
    return failure ? <ErrorPage {...failure} /> : this.props.children;
  }
}

/** Most loads are faster than this, and a flashing spinner only disturbs. */
const QUIET_MS = 400;

export function LoadingPage() {
  const words = useWords(app);
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <main className={styles.loading}>
      <div role="status">
        {isSlow && (
          <>
            <Spinner large />
            <h1 className={styles.words}>{words.loading}</h1>
          </>
        )}
      </div>
    </main>
  );
}
