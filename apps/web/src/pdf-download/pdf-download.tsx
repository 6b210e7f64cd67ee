import type { ConversionStatus } from '@firstyear/api-contract';
import { useQuery } from '@tanstack/react-query';
import { isPutOff, isUnauthorized, wordsOf } from '../api/errors.ts';
import { pdfQuery, untilServed, useQueryClient } from '../api/queries.ts';
import { PDF_TEXT } from '../text/pdf-download.ts';
import { Button } from '../ui/button.tsx';
import { PDF_POLL_MS, PDF_READY_POLL_MS } from '../ui/constants.ts';
import { Spinner } from '../ui/spinner.tsx';
import styles from './pdf-download.module.css';

function isLoading(status: ConversionStatus): boolean {
  return status === 'UNPROCESSED' || status === 'IN_PROGRESS';
}

/** The link to the applicant's PDF copy, or why it is not there. To be drawn only when logged in. */
export function PdfDownload() {
  const { data, error, refetch, isFetching } = useQuery(
    {
      ...pdfQuery,
      refetchOnMount: 'always',
      refetchInterval: ({ state }) => {
        if (!state.data) return PDF_READY_POLL_MS;
        return untilServed(state) || (isLoading(state.data.status) ? PDF_POLL_MS : PDF_READY_POLL_MS);
      },
    },
    useQueryClient(),
  );
  if (isUnauthorized(error)) return null;
  // What a busy server has said before still holds, and is asked for again.
  const failure = data && isPutOff(error) ? null : error;
  if (failure || data?.status === 'FAILED') {
    return (
      <div role="alert" aria-label={PDF_TEXT.errorLabel} className={styles.error}>
        <p className={styles.label}>{PDF_TEXT.errorLabel}</p>
        <p className={styles.reason}>{failure ? wordsOf(failure) : PDF_TEXT.failed}</p>
        <Button variant="secondary" busy={isFetching} onClick={() => refetch()}>
          {PDF_TEXT.tryAgain}
        </Button>
      </div>
    );
  }
  if (!data || isLoading(data.status)) {
    return (
      <p role="status" className={styles.loading}>
        <Spinner />
        {PDF_TEXT.preparing}
      </p>
    );
  }
  if (data.url === '') return null;
  return (
    // The present address is followed; the next press finds a fresh one (AMB-093).
    <a className={styles.link} href={data.url} download onClick={() => refetch()}>
      {PDF_TEXT.download}
    </a>
  );
}
