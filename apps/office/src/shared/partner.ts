import type { Form } from '@firstyear/form-engine';
import type { PartnerConfig } from '@firstyear/partner-config';
import { createRequired } from '@firstyear/ui/hooks.ts';
import { useWords } from '@firstyear/ui/words.ts';
import { officeShell } from '@firstyear/words/office-shell';
import { useEffect } from 'react';

interface PartnerValue {
  readonly partner: PartnerConfig;
  /** The current form, for applications that were not submitted with an earlier release. */
  readonly form: Form;
}

export const [PartnerContext, usePartner] = createRequired<PartnerValue>('the partner');

/** Sets the window's title: the page, or the applicant of an application, then the university. */
export function usePageTitle(page: string): void {
  const words = useWords(officeShell);
  const { partner } = usePartner();
  useEffect(() => {
    document.title = words.title({ page, university: partner.name });
  }, [words, page, partner]);
}
