import { useWords } from '@firstyear/ui/words.ts';
import { app } from '@firstyear/words/app';
import { useEffect } from 'react';
import { usePartner } from '../partner-context.tsx';

/** The title of the window; it begins with 'Error: ' while the page shows errors. */
export function useDocumentTitle(title: string, hasErrors = false): void {
  const { application_title, name } = usePartner();
  const words = useWords(app);
  const shown = hasErrors ? words.errorTitle({ title }) : title;
  useEffect(() => {
    document.title = `${shown} - ${application_title} - ${name}`;
  }, [shown, application_title, name]);
}
