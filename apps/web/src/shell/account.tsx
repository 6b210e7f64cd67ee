import { paths } from '@firstyear/api-contract/addresses';
import { Button } from '@firstyear/ui/button.tsx';
import { Popover } from '@firstyear/ui/popover.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { shell } from '@firstyear/words/shell';
import { lazy, useEffect } from 'react';
import { loadPart } from '../api/load-part.ts';
import { usePageChange } from '../flows/page-change.ts';
import { useSnapshot } from '../session/hooks.ts';
import styles from './account.module.css';
import { LazyPart } from './part-boundary.tsx';

const loadApplicantAccount = async () => ({
  default: (await loadPart(() => import('./applicant-account.tsx'))).ApplicantAccount,
});
const ApplicantAccount = lazy(loadApplicantAccount);

function Visitor({ onChoose }: { readonly onChoose: () => void }) {
  const words = useWords(shell);
  const { goToCard } = usePageChange();
  const carryTo = (path: string) => {
    // Going back before the card is loaded must not show the open popover.
    onChoose();
    goToCard(path);
  };
  return (
    <div className={styles.content}>
      <p className={`quiet ${styles.small}`}>{words.visitor}</p>
      <Button wide onClick={() => carryTo(paths.login)}>
        {words.signIn}
      </Button>
      <Button variant="secondary" wide onClick={() => carryTo(paths.signup)}>
        {words.createAccount}
      </Button>
    </div>
  );
}

/** The account popover. */
export function Account() {
  const words = useWords(shell);
  const { is_logged_in: isApplicant, username } = useSnapshot();
  useEffect(() => {
    // Preloaded for the first press, which may come without a connection.
    if (isApplicant) loadApplicantAccount().catch(() => undefined);
  }, [isApplicant]);
  return (
    <Popover label={words.account} closeLabel={words.closeAccount}>
      {(close) =>
        isApplicant ? (
          <LazyPart onClose={close}>
            <ApplicantAccount username={username} onChoose={close} />
          </LazyPart>
        ) : (
          <Visitor onChoose={close} />
        )
      }
    </Popover>
  );
}
