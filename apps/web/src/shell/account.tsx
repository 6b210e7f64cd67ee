import { type Path, paths } from '@firstyear/api-contract';
import { lazy, Suspense, useState } from 'react';
import { loadPart } from '../api/load-part.ts';
import { usePageChange } from '../flows/page-change.ts';
import { useGo } from '../session/go.ts';
import { useSession, useSnapshot } from '../session/hooks.ts';
import { chromeOf } from '../session/redirects.ts';
import { shellText } from '../text/shell.ts';
import { Button } from '../ui/button.tsx';
import { Popover } from '../ui/popover.tsx';
import styles from './account.module.css';
import { PartBoundary } from './part-boundary.tsx';

const PdfDownload = lazy(async () => ({
  default: (await loadPart(() => import('../pdf-download/pdf-download.tsx'))).PdfDownload,
}));

/** To a card of the account, once what is typed is saved. A submitted application has nothing to save. */
function useWayToCard(): (card: Path) => void {
  const { web_status } = useSnapshot();
  const { changePage } = usePageChange();
  const go = useGo();
  return (card) => {
    if (web_status === 'submitted') go(card);
    else void changePage(card, false);
  };
}

function Applicant({ username, onChoose }: { readonly username: string; readonly onChoose: () => void }) {
  const { logOut } = useSession();
  const goToCard = useWayToCard();
  const [isLeaving, setIsLeaving] = useState(false);
  // Asking for the copy makes the server print it: only when somebody wants it.
  const [wantsCopy, setWantsCopy] = useState(false);
  return (
    <div className={styles.content}>
      <p className={styles.who}>
        <span className={styles.small}>{shellText.account.signedInAs}</span>
        <strong className={styles.name}>{username}</strong>
      </p>
      {wantsCopy ? (
        <PartBoundary onClose={() => setWantsCopy(false)}>
          <Suspense>
            <PdfDownload />
          </Suspense>
        </PartBoundary>
      ) : (
        <Button variant="quiet" wide onClick={() => setWantsCopy(true)}>
          {shellText.account.pdfCopy}
        </Button>
      )}
      <Button
        variant="secondary"
        wide
        busy={isLeaving}
        onClick={() => {
          setIsLeaving(true);
          void logOut();
        }}
      >
        {shellText.account.logOut}
      </Button>
      <Button
        variant="quiet"
        wide
        onClick={() => {
          onChoose();
          goToCard(paths.password);
        }}
      >
        {shellText.account.changePassword}
      </Button>
      <Button
        variant="quiet"
        wide
        onClick={() => {
          onChoose();
          goToCard(paths.email);
        }}
      >
        {shellText.account.changeEmail}
      </Button>
    </div>
  );
}

function Visitor({ onChoose }: { readonly onChoose: () => void }) {
  const { goToCard } = usePageChange();
  const carryTo = (path: string) => {
    // Whoever goes back before the card's code has arrived finds the page as it was, not with the popover open.
    onChoose();
    goToCard(path);
  };
  return (
    <div className={styles.content}>
      <p className={styles.small}>{shellText.account.visitor}</p>
      <Button wide onClick={() => carryTo(paths.login)}>
        {shellText.account.signIn}
      </Button>
      <Button variant="secondary" wide onClick={() => carryTo(paths.signup)}>
        {shellText.account.createAccount}
      </Button>
    </div>
  );
}

/** The account popover. Nothing in the service view. */
export function Account() {
  const snapshot = useSnapshot();
  const { account } = chromeOf(snapshot);
  if (account === null) return null;
  return (
    <Popover label={shellText.account.trigger} closeLabel={shellText.account.close}>
      {(close) =>
        account === 'applicant' ? (
          <Applicant username={snapshot.username} onChoose={close} />
        ) : (
          <Visitor onChoose={close} />
        )
      }
    </Popover>
  );
}
