import { Banner } from '@firstyear/ui/banner.tsx';
import { Button } from '@firstyear/ui/button.tsx';
import { Card } from '@firstyear/ui/card.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { auth } from '@firstyear/words/auth';
import { type FormEventHandler, type ReactNode, type RefObject, useEffect, useId } from 'react';
import { useVisit } from '../session/hooks.ts';
import { useDocumentTitle } from '../shell/document-title.ts';
import { focusHeading } from '../shell/focus-heading.ts';
import styles from './auth-card.module.css';
import { CarryingLink } from './carrying-link.tsx';
import type { CardError } from './use-auth-form.ts';

interface AuthCardProps {
  readonly title: string;
  readonly intro?: string;
  readonly form: RefObject<HTMLFormElement | null>;
  readonly onSubmit: FormEventHandler;
  readonly isBusy: boolean;
  readonly cardError: CardError | null;
  /** Stands above the fields: a success message, or a link that belongs to the error. */
  readonly notice?: ReactNode;
  readonly submitLabel?: string;
  /** It has done what it is there for: what it says and what is pressed are gone, the notice stays. */
  readonly isDone?: boolean;
  readonly children?: ReactNode;
  /** Further actions below the submit button. */
  readonly actions?: ReactNode;
  /** The question and link that switch to another card. */
  readonly footer: { readonly question: string; readonly link: string; readonly to: string };
}

/** A card that is gone to starts at its heading; one that is loaded where every page of a browser does. */
function useArrival(): void {
  const visit = useVisit();
  useEffect(() => {
    if (visit.hasArrived && document.activeElement === document.body) focusHeading();
  }, [visit]);
}

/** One authentication card. */
export function AuthCard(props: AuthCardProps) {
  const words = useWords(auth);
  const { title, intro, form, onSubmit, isBusy, cardError, notice, submitLabel = words.submit, footer } = props;
  const titleId = useId();
  useDocumentTitle(title, cardError !== null);
  useArrival();
  return (
    <Card aria-labelledby={titleId} className={styles.card}>
      <h1 id={titleId} className={styles.title} tabIndex={-1}>
        {title}
      </h1>
      {cardError && (
        <Banner kind="error" label={cardError.label}>
          <p>{cardError.message}</p>
        </Banner>
      )}
      {notice}
      {intro && !props.isDone && <p className={styles.intro}>{intro}</p>}
      {!props.isDone && (
        // By this method a browser sends nothing anywhere, even before the app is there: a password never gets into an address.
        <form ref={form} method="dialog" noValidate onSubmit={onSubmit} className={styles.form}>
          {props.children}
          <Button type="submit" wide busy={isBusy}>
            {submitLabel}
          </Button>
        </form>
      )}
      {props.actions && <div className={styles.actions}>{props.actions}</div>}
      <p className={styles.footer}>
        {footer.question} <CarryingLink to={footer.to}>{footer.link}</CarryingLink>
      </p>
    </Card>
  );
}
