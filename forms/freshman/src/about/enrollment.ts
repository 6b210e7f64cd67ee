import { section, select } from '@firstyear/form-engine';
import type { FreshmanPartner } from '../partner.ts';

export const enrollment = ({ options, texts }: FreshmanPartner) =>
  section({ id: 'enrollment', title: 'Your enrollment' }, [
    select({ key: 'housing_plans', label: texts.housing_plans, options: options.housing_plans }),
    select({ key: 'applied_major', label: 'What would you like to study?', options: options.applied_major }),
    select({ key: 'enroll_type', label: 'How are you applying?', options: options.enroll_type }),
    select({ key: 'entry_term', label: 'Enroll Term', required: true, options: options.entry_term }),
  ]);
