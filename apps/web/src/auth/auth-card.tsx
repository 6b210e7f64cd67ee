import { paths } from '@firstyear/api-contract/addresses';
import { isEmail } from '@firstyear/api-contract/identity-rules';
import { isAnswered } from '@firstyear/form-engine';
import { Banner } from '@firstyear/ui/banner.tsx';
import { Button } from '@firstyear/ui/button.tsx';
import { Card } from '@firstyear/ui/card.tsx';
import { Link } from '@firstyear/ui/link.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { auth } from '@firstyear/words/auth';
import {
  type ComponentProps,
  type FormEventHandler,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
} from 'react';
import { useAnswerStore } from '../answers/hooks.ts';
import { request } from '../api/client.ts';
import { useLocation } from '../location.tsx';
import { useSession, useSnapshot, useVisit } from '../session/hooks.ts';
import { type NavigationState, parseNavigationState, useGo } from '../session/navigation.ts';
import { focusHeading, useDocumentTitle } from '../shell/focus-heading.ts';
import styles from './auth.module.css';
import type { CardError, useAuthForm } from './use-auth-form.ts';

interface AuthCardProps {
  readonly title: string;
  readonly intro?: string;
  readonly form: RefObject<HTMLFormElement | null>;
  readonly onSubmit: FormEventHandler;
  readonly isBusy: boolean;
  readonly cardError: CardError | null;
  /** Above the fields: a success message, or a link that belongs to the error. */
  readonly notice?: ReactNode;
  readonly submitLabel?: string;
  /** Hides intro and form; the notice stays. */
  readonly isDone?: boolean;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  readonly footer: { readonly question: string; readonly link: string; readonly to: string };
}

/** After in-app navigation, focus the card's heading. On a full page load, leave focus to the browser. */
function useArrival(): void {
  const visit = useVisit();
  useEffect(() => {
    if (visit.hasArrived && document.activeElement === document.body) focusHeading();
  }, [visit]);
}

/** Shows the banner of an error that comes while the card is open: on a phone it may be above the window. */
function useErrorInView(message: string | undefined): RefObject<HTMLElement | null> {
  const banner = useRef<HTMLElement>(null);
  const before = useRef(message);
  useEffect(() => {
    if (message !== undefined && message !== before.current) {
      banner.current?.focus({ preventScroll: true });
      banner.current?.scrollIntoView({ block: 'nearest' });
    }
    before.current = message;
  }, [message]);
  return banner;
}

export function AuthCard(props: AuthCardProps) {
  const words = useWords(auth);
  const { title, intro, form, onSubmit, isBusy, cardError, notice, submitLabel = words.submit, footer } = props;
  const titleId = useId();
  useDocumentTitle(title, cardError !== null);
  useArrival();
  // After a change of language the focus is on the switch.
  const banner = useErrorInView(cardError?.lang === undefined ? cardError?.message : undefined);
  return (
    <Card aria-labelledby={titleId} className={styles.card}>
      <h1 id={titleId} className={styles.title} tabIndex={-1}>
        {title}
      </h1>
      {cardError && (
        <Banner ref={banner} kind="error" label={cardError.label}>
          <p lang={cardError.lang}>{cardError.message}</p>
        </Banner>
      )}
      {notice}
      {intro && !props.isDone && <p className={styles.intro}>{intro}</p>}
      {!props.isDone && (
        // With this method a browser sends nothing, even before the app has started: no password gets into an address.
        <form ref={form} method="dialog" noValidate onSubmit={onSubmit} className={styles.form}>
          {props.children}
          <Button type="submit" wide busy={isBusy}>
            {submitLabel}
          </Button>
        </form>
      )}
      {props.actions && <div className={`row ${styles.actions}`}>{props.actions}</div>}
      <p className={styles.footer}>
        {footer.question} <CarryingLink to={footer.to}>{footer.link}</CarryingLink>
      </p>
    </Card>
  );
}

/** A link between the cards: replaces the history entry and keeps unsaved answers (AMB-026). */
export function CarryingLink({ to, ...rest }: Omit<ComponentProps<typeof Link>, 'onFollow'>) {
  const go = useGo();
  const carry = useCarriedState();
  return <Link {...rest} to={to} onFollow={() => go(to, { replace: true, state: carry() })} />;
}

interface SuccessNoticeProps {
  /** The server's words; null: nothing is shown. */
  readonly message: string | null;
  /** Without it the notice stays. */
  readonly onClose?: () => void;
}

/** The success message of a card, until somebody closes it. */
export function SuccessNotice({ message, onClose }: SuccessNoticeProps) {
  const words = useWords(auth);
  if (message === null) return null;
  const close = onClose && {
    label: words.closeMessage,
    onClose: () => {
      // The focused button disappears with the notice.
      focusHeading();
      onClose();
    },
  };
  return (
    <Banner kind="success" label={words.successLabel} {...(close && { close })}>
      <p>{message}</p>
    </Banner>
  );
}

/** Reads a visitor's answers, to carry them through sign-up, confirmation and login (REDIR-11). */
export function useCarriedState(): () => NavigationState {
  const store = useAnswerStore();
  const { is_logged_in } = useSnapshot();
  return () => {
    // A logged-in applicant has them on the server, and the next person can read the history.
    if (is_logged_in) return {};
    const answers = store.outbox.typedAnswers();
    return Object.values(answers).some(isAnswered) ? { answers } : {};
  };
}

/** The username that was carried to this card; '' when none was. */
export function useCarriedUsername(): string {
  const { state } = useLocation();
  const { carriedUsername } = useSession();
  return parseNavigationState(state).username ?? carriedUsername() ?? '';
}

interface ResendOptions extends Pick<ReturnType<typeof useAuthForm>, 'run' | 'setCardError'> {
  /** Shown while the card has no valid email address (login and confirm have different words). */
  readonly noEmailMessage: string;
}

/** Requests a new confirmation code and leads to /confirm, replacing the card. */
export function useResend({ run, setCardError, noEmailMessage }: ResendOptions) {
  const words = useWords(auth);
  const carry = useCarriedState();
  return (entered: string) => {
    const username = entered.trim();
    if (!isEmail(username)) {
      setCardError({ label: words.resendError, message: noEmailMessage });
      return;
    }
    void run(words.resendError, async (go) => {
      const { message } = await request('resendConfirm', { payload: { username } });
      go(paths.confirm, { state: { ...carry(), username, success: message } });
    });
  };
}
