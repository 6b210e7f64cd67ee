import { type Path, paths } from '@firstyear/api-contract/addresses';
import { Breakable } from '@firstyear/ui/breakable.tsx';
import { Button } from '@firstyear/ui/button.tsx';
import { useAction } from '@firstyear/ui/hooks.ts';
import { useWords } from '@firstyear/ui/words.ts';
import { applicantAccount } from '@firstyear/words/applicant-account';
import { useState } from 'react';
import { lazyPart } from '../api/load-part.ts';
import { usePageChange } from '../flows/page-change.ts';
import { useSession, useSnapshot } from '../session/hooks.ts';
import { createLogout } from '../session/log-out.ts';
import { useGo } from '../session/navigation.ts';
import styles from './account.module.css';
import { LazyPart } from './part-boundary.tsx';

const PdfDownload = lazyPart(() => import('../pdf-download/pdf-download.tsx'), 'PdfDownload');

/** Goes to a card of the account once typed answers are saved. A submitted application has none. */
function useWayToCard(): (card: Path) => void {
  const { web_status } = useSnapshot();
  const { changePage } = usePageChange();
  const go = useGo();
  return (card) => {
    if (web_status === 'submitted') go(card);
    else void changePage(card, false);
  };
}

/** The account popover's content for an applicant. A visitor's first screen does without it. */
export function ApplicantAccount({ username, onChoose }: { readonly username: string; readonly onChoose: () => void }) {
  const words = useWords(applicantAccount);
  const { logOut } = createLogout(useSession().logoutParts);
  const goToCard = useWayToCard();
  // The popover closes under the dialog, which returns the focus to its button.
  const leaving = useAction(() => logOut(undefined, onChoose));
  const cards = [
    [paths.password, words.changePassword],
    [paths.email, words.changeEmail],
  ] as const;
  // The server prints the copy on request, so only for an applicant who wants it.
  const [wantsCopy, setWantsCopy] = useState(false);
  return (
    <div className={styles.content}>
      <p className={styles.who}>
        <span className={`quiet ${styles.small}`}>{words.signedInAs}</span>
        <strong className={styles.name}>
          <Breakable>{username}</Breakable>
        </strong>
      </p>
      {wantsCopy ? (
        <LazyPart onClose={() => setWantsCopy(false)}>
          <PdfDownload />
        </LazyPart>
      ) : (
        <Button variant="quiet" wide onClick={() => setWantsCopy(true)}>
          {words.pdfCopy}
        </Button>
      )}
      {cards.map(([card, label]) => (
        <Button
          key={card}
          variant="quiet"
          wide
          onClick={() => {
            onChoose();
            goToCard(card);
          }}
        >
          {label}
        </Button>
      ))}
      <Button variant="quiet" wide busy={leaving.isBusy} onClick={() => void leaving.run()}>
        {words.logOut}
      </Button>
    </div>
  );
}
