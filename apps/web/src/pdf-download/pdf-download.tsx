import button from '@firstyear/ui/button.module.css';
import { Button, Spinner } from '@firstyear/ui/button.tsx';
import { useWords } from '@firstyear/ui/words.ts';
import { pdfDownload } from '@firstyear/words/pdf-download';
import { useQuery } from '@tanstack/react-query';
import { isDeferred, isUnauthorized, wordsOf } from '../api/errors.ts';
import { isOpenConversion, pdfQuery, untilServed, useQueryClient } from '../api/queries.ts';
import { PDF_POLL_MS, PDF_READY_POLL_MS } from '../constants.ts';
import styles from './pdf-download.module.css';

/** The link to the applicant's PDF copy, or why it is not there. To be drawn only when logged in. */
export function PdfDownload() {
  const words = useWords(pdfDownload);
  const { data, error, refetch, isFetching } = useQuery(
    {
      ...pdfQuery,
      refetchOnMount: 'always',
      refetchInterval: ({ state }) => {
        if (!state.data) return PDF_READY_POLL_MS;
        return untilServed(state) || (isOpenConversion(state.data.status) ? PDF_POLL_MS : PDF_READY_POLL_MS);
      },
    },
    useQueryClient(),
  );
  if (isUnauthorized(error)) return null;
  // An earlier status still holds while a busy server is polled again.
  const failure = data && isDeferred(error) ? null : error;
  if (failure || data?.status === 'FAILED') {
    return (
      <div role="alert" aria-label={words.errorLabel} className={styles.error}>
        <p className={styles.label}>{words.errorLabel}</p>
        <p className={styles.reason}>{failure ? wordsOf(failure) : words.failed}</p>
        <Button variant="secondary" busy={isFetching} onClick={() => refetch()}>
          {words.tryAgain}
        </Button>
      </div>
    );
  }
  if (!data || isOpenConversion(data.status)) {
    return (
      <p role="status" className={styles.loading}>
        <Spinner />
        {words.preparing}
      </p>
    );
  }
  if (data.url === '') return null;
  return (
    // Follows the current address, and refetches it for the next press (AMB-093).
    <a className={button.button} data-variant="secondary" href={data.url} download onClick={() => refetch()}>
      {words.download}
    </a>
  );
}
