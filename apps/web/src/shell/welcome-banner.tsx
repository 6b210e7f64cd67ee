import { paths } from '@firstyear/api-contract/addresses';
import { Button } from '@firstyear/ui/button.tsx';
import { Link } from '@firstyear/ui/link.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { shell } from '@firstyear/words/shell';
import type { ReactNode } from 'react';
import { usePageChange } from '../flows/page-change.ts';
import { usePartner } from '../partner-context.tsx';
import { useSnapshot } from '../session/hooks.ts';
import { bannerOf } from '../session/redirects.ts';
import styles from './welcome-banner.module.css';

/** The welcome banner of the form pages. /completion draws the submitted one. resume: where a returning applicant continues. */
export function WelcomeBanner({ resume }: { readonly resume: ReactNode }) {
  const banner = bannerOf(useSnapshot());
  const { goToCard } = usePageChange();
  const { welcome } = usePartner();
  const words = useWords(shell);
  const { visitor, firstLogin, returning, label } = words.banner;
  switch (banner) {
    case null:
    case 'submitted':
      return null;
    case 'visitor':
      return (
        <aside className={styles.banner} aria-label={label}>
          <h2 className={styles.title}>{visitor.title}</h2>
          <p>{welcome?.visitor ?? visitor.text}</p>
          <Button className={styles.create} onClick={() => goToCard(paths.signup)}>
            {words.createAccount}
          </Button>
          <p>
            {visitor.before}{' '}
            <Link to={paths.login} onFollow={() => goToCard(paths.login)}>
              {visitor.link}
            </Link>{' '}
            {visitor.after}
          </p>
          {/* prerender.tsx puts BeforeYouStart here. */}
          <div id="before" suppressHydrationWarning>
            {''}
          </div>
        </aside>
      );
    case 'first-login':
    case 'returning': {
      const { title, text } =
        banner === 'returning' ? returning : { ...firstLogin, text: welcome?.first_login ?? firstLogin.text };
      return (
        <aside className={styles.banner} aria-label={label}>
          <h2 className={styles.title}>{title}</h2>
          <p>{text}</p>
          {banner === 'returning' && resume}
        </aside>
      );
    }
  }
}
