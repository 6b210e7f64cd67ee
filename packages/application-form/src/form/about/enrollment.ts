import { section, select } from '../../engine/index.ts';
import type { FormPartner } from '../partner.ts';

export const enrollment = ({ options, texts }: FormPartner) =>
  section({ id: 'enrollment', title: 'Your enrollment' }, [
    select({ key: 'housing_plans', label: texts.housing_plans, options: options.housing_plans }),
    select({ key: 'applied_major', label: 'What would you like to study?', options: options.applied_major }),
    select({ key: 'enroll_type', label: 'How are you applying?', options: options.enroll_type }),
    select({ key: 'entry_term', label: 'Enroll Term', required: true, options: options.entry_term }),
  ]);
