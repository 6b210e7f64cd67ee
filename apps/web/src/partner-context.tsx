import type { Form, PartnerConfig } from '@firstyear/application-form';
import { createContext, type ReactNode, useContext } from 'react';

interface PartnerValue {
  readonly partner: PartnerConfig;
  readonly form: Form;
}

const PartnerContext = createContext<PartnerValue | undefined>(undefined);

/** Hands the partner and its form, laid out by key once, to everything below. */
export function PartnerProvider({ children, ...value }: PartnerValue & { readonly children: ReactNode }) {
  return <PartnerContext value={value}>{children}</PartnerContext>;
}

function usePartnerValue(): PartnerValue {
  const value = useContext(PartnerContext);
  if (!value) throw new Error('A component that needs the partner is outside PartnerProvider.');
  return value;
}

/** The university whose application this is. */
export function usePartner(): PartnerConfig {
  return usePartnerValue().partner;
}

/** The application's form, laid out by key. */
export function useForm(): Form {
  return usePartnerValue().form;
}
