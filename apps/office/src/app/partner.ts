import type { Form } from '@firstyear/form-engine';
import type { PartnerConfig } from '@firstyear/partner-config';
import { useRequired } from '@firstyear/ui/hooks.ts';
import { createContext } from 'react';

interface PartnerValue {
  readonly partner: PartnerConfig;
  /** Today's form, for applications that were not sent with an earlier release. */
  readonly form: Form;
}

export const PartnerContext = createContext<PartnerValue | null>(null);

/** The university, and its form as it is today. */
export const usePartner = (): PartnerValue => useRequired(PartnerContext, 'the partner');
