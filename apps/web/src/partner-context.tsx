import type { Form } from '@firstyear/form-engine';
import type { PartnerSite } from '@firstyear/partner-config';
import { createRequired } from '@firstyear/ui/hooks.ts';

/** The university whose application this is. */
export const [PartnerProvider, usePartner] = createRequired<PartnerSite>('the partner');

/** The application's form, laid out by key. */
export const [FormProvider, useForm] = createRequired<Form>('the form');
