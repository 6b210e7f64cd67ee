import type { Form } from '@firstyear/form-engine';
import type { PartnerSite } from '@firstyear/partner-config';
import { useRequired } from '@firstyear/ui/hooks.ts';
import { createContext, type ReactNode } from 'react';

interface PartnerValue {
  readonly partner: PartnerSite;
  readonly form: Form;
}

const PartnerContext = createContext<PartnerValue | null>(null);

/** Hands the partner and its form, laid out by key once, to everything below. */
export function PartnerProvider({ children, ...value }: PartnerValue & { readonly children: ReactNode }) {
  return <PartnerContext value={value}>{children}</PartnerContext>;
}

function usePartnerValue(): PartnerValue {
  return useRequired(PartnerContext, 'the partner');
}

/** The university whose application this is. */
export function usePartner(): PartnerSite {
  return usePartnerValue().partner;
}

/** The application's form, laid out by key. */
export function useForm(): Form {
  return usePartnerValue().form;
}
