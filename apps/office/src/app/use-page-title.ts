import { useWords } from '@firstyear/ui/words.ts';
import { officeShell } from '@firstyear/words/office-shell';
import { useEffect } from 'react';
import { usePartner } from './partner.ts';

/** Sets the title of the window: what the page is, then whose it is. Never a name of an applicant: histories keep titles. */
export function usePageTitle(page: string): void {
  const words = useWords(officeShell);
  const { partner } = usePartner();
  useEffect(() => {
    document.title = words.title({ page, university: partner.name });
  }, [words, page, partner]);
}
