import { defaultPath } from '@firstyear/api-contract/addresses';
import { Banner } from '@firstyear/ui/banner.tsx';
import { useValue } from '@firstyear/ui/hooks.ts';
import { Link } from '@firstyear/ui/link.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { auth } from '@firstyear/words/auth';
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { useAnswerStore, useFromStore } from '../answers/hooks.ts';
import { useLocation, useNavigate } from '../location.tsx';
import { useForm, usePartner } from '../partner-context.tsx';
import { type CookieSupport, probeCookies } from '../session/cookie-support.ts';
import { useSession, useSnapshot, useVisit } from '../session/hooks.ts';
import { parseNavigationState } from '../session/navigation.ts';
import { recordEvent } from '../session/visit.ts';
import { Footer } from '../shell/footer.tsx';
import { LanguageSwitch } from '../shell/language-switch.tsx';
import { PartnerLogo } from '../shell/partner-logo.tsx';
import styles from './auth.module.css';

/** After a reload in a browser without storage, only the history entry has the carried answers (REDIR-11). */
function useCarriedAnswers(): void {
  const answers = useAnswerStore();
  const { is_logged_in } = useSnapshot();
  const { state } = useLocation();
  useEffect(() => {
    const carried = parseNavigationState(state).answers;
    if (!answers.owner.survivesReload && carried && !is_logged_in) answers.fillEmpty(carried);
  }, [answers, is_logged_in, state]);
}

/** A card is drawn, so a session that was ending has ended. */
function useArrival(): void {
  const visit = useVisit();
  const { state } = useLocation();
  useEffect(() => {
    recordEvent(visit, { hasArrived: true });
    if (parseNavigationState(state).error !== undefined) recordEvent(visit, { isEnding: false });
  }, [visit, state]);
}

/** Which cookies the browser keeps; null before the first effect, so in prerendered pages too. */
function useCookieSupport(): CookieSupport | null {
  const [support, setSupport] = useState<CookieSupport | null>(null);
  useLayoutEffect(() => setSupport(probeCookies(document, window.location.protocol)), []);
  return support;
}

/** Says that a logout has not reached the server, and once it has. */
function LogoutNotice() {
  const words = useWords(auth);
  const isStuck = useValue(useSession().isLogoutStuck);
  const [wasStuck, setWasStuck] = useState(false);
  if (isStuck && !wasStuck) setWasStuck(true);
  if (!wasStuck) return null;
  const { label, stuck, done } = words.logout;
  return (
    <div className={styles.banner}>
      <Banner kind={isStuck ? 'error' : 'success'} label={label}>
        <p>{isStuck ? stuck : done}</p>
      </Banner>
    </div>
  );
}

/** The root of the authentication pages: the partner's title, one card, the footer (AMB-047). */
export function AuthRoot({ children }: { readonly children?: ReactNode }) {
  const words = useWords(auth);
  const navigate = useNavigate();
  const partner = usePartner();
  const home = defaultPath(useForm());
  const { is_logged_in } = useSnapshot();
  const hasTyped = useFromStore(
    (store) => store.owner.hasWaiting() || Object.keys(store.outbox.typedAnswers()).length > 0,
  );
  const cookieSupport = useCookieSupport();
  useCarriedAnswers();
  useArrival();
  return (
    <div className={styles.layout}>
      <header className={styles.header}>
        <LanguageSwitch />
        <Link to={home} onFollow={() => navigate(home, { replace: true })} className={styles.names}>
          <PartnerLogo className={styles.logo} />
          <span lang="en" className={styles.partner}>
            {partner.name}
          </span>
          <span className={styles.application}>{partner.application_title}</span>
        </Link>
      </header>
      <main className={styles.main}>
        {cookieSupport === 'none' && (
          <div className={styles.banner}>
            <Banner kind="error" label={words.noCookies.label}>
              <p>{words.noCookies.text}</p>
            </Banner>
          </div>
        )}
        <LogoutNotice />
        {!is_logged_in && hasTyped && <p className={`quiet ${styles.carried}`}>{words.carried}</p>}
        {children}
      </main>
      <Footer />
    </div>
  );
}
