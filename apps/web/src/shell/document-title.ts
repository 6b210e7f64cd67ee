import { useEffect } from 'react';
import { usePartner } from '../partner-context.tsx';
import { shellText } from '../text/shell.ts';

/** The title of the window; it begins with 'Error: ' while the page shows errors. */
export function useDocumentTitle(title: string, hasErrors = false): void {
  const { application_title, name } = usePartner();
  useEffect(() => {
    document.title = `${hasErrors ? shellText.errorTitlePrefix : ''}${title} - ${application_title} - ${name}`;
  }, [title, hasErrors, application_title, name]);
}
