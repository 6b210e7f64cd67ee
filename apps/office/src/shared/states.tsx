import { ApiError, ServerError } from '@firstyear/api-client/errors';
import { Button, Spinner } from '@firstyear/ui/button.tsx';
import { showError } from '@firstyear/ui/toast-store.ts';
import { useWords } from '@firstyear/ui/words.ts';
import { officeShell } from '@firstyear/words/office-shell';
import { useMutation } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { isForbidden, isSignedOut } from './api.ts';
import styles from './states.module.css';

export function Loading() {
  const words = useWords(officeShell);
  return (
    <p className={styles.loading} role="status">
      <Spinner /> {words.loading}
    </p>
  );
}

/** In place of every page until it is known who is signed in. */
export function Starting() {
  const words = useWords(officeShell);
  return (
    <main className={styles.page}>
      <h1 className={styles.title}>{words.admissions}</h1>
      <Loading />
    </main>
  );
}

/** The sentence for an error: the server's message, or that the server can't be reached. */
export function useSentence(): (error: unknown) => string {
  const words = useWords(officeShell);
  return (error) => (error instanceof ApiError && error.message) || words.failed.away;
}

/** A mutation whose failure is shown as a toast, but for the end of the session, which the sign-in page reports. */
export function useAct<Values = void, Result = unknown>(
  act: (values: Values) => Promise<Result>,
  onSuccess: (result: Result, values: Values) => unknown,
) {
  const sentence = useSentence();
  const onError = (error: Error) => {
    if (!isSignedOut(error)) showError(sentence(error));
  };
  return useMutation({ mutationFn: act, onSuccess, onError });
}

interface FailureProps {
  readonly error: unknown;
  readonly onRetry: () => void;
  /** h1 if it replaces the whole page. */
  readonly as?: 'h1' | 'h2';
}

/** Shown in place of data that could not be loaded, or above the previous data. */
export function Failure({ error, onRetry, as: Heading = 'h2' }: FailureProps) {
  const words = useWords(officeShell);
  const sentence = useSentence();
  if (isForbidden(error)) {
    return (
      <section className={styles.state} role="alert">
        <Heading className={styles.title}>{words.forbidden.title}</Heading>
        <p>{words.forbidden.text}</p>
      </section>
    );
  }
  return (
    <section className={styles.state} role="alert">
      <Heading className={styles.title}>{words.failed.title}</Heading>
      <p>{sentence(error)}</p>
      {!(error instanceof ServerError && error.status === 404) && (
        <Button variant="secondary" onClick={onRetry}>
          {words.failed.retry}
        </Button>
      )}
    </section>
  );
}

interface QueryStateProps {
  readonly query: { readonly data: unknown; readonly error: unknown; readonly refetch: () => Promise<unknown> };
}

/** The state of a page's query: loading for the first time, or failed. */
export function QueryState({ query: { data, error, refetch } }: QueryStateProps) {
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  return data === undefined ? <Loading /> : null;
}

/** A whole page that could not be loaded. */
export function Problem({ error, reset }: { readonly error: unknown; readonly reset: () => void }) {
  const router = useRouter();
  return (
    <main className={styles.page}>
      <Failure
        as="h1"
        error={error}
        onRetry={() => {
          reset();
          void router.invalidate();
        }}
      />
    </main>
  );
}

export function NotFound() {
  const words = useWords(officeShell);
  return (
    <main className={styles.page}>
      <section className={styles.state}>
        <h1 className={styles.title}>{words.notFound.title}</h1>
        <Link to="/applications" search={{}}>
          {words.notFound.back}
        </Link>
      </section>
    </main>
  );
}
