import { group, page, section, select } from '@firstyear/form-engine';
import { parent, relationship } from '../blocks/parent.ts';
import type { FreshmanPartner } from '../partner.ts';
import { aboutYou, background, citizenship, languages } from './demographics.ts';
import { addresses, contact, name } from './personal.ts';

const enrollment = ({ options, texts }: FreshmanPartner) =>
  section({ id: 'enrollment', title: 'Your enrollment' }, [
    select({ key: 'housing_plans', label: texts.housing_plans, options: options.housing_plans }),
    select({ key: 'applied_major', label: 'What would you like to study?', options: options.applied_major }),
    select({ key: 'enroll_type', label: 'How are you applying?', options: options.enroll_type }),
    select({ key: 'entry_term', label: 'Enroll Term', required: true, options: options.entry_term }),
  ]);

const parents = ({ options }: FreshmanPartner) =>
  section(
    {
      id: 'parents',
      title: 'Your parents or guardian',
      hint: 'Fill in only what applies to you. You can skip this section.',
    },
    [
      group({ block: 'plain', wordsId: 'parent', legend: 'Parent' }, [
        relationship('parent_', options.parent_relationship),
        parent('parent_', {
          name: 'Parent',
          sameAddress: 'Does this parent live at your permanent address?',
          addressLegend: "Parent's address",
        }),
      ]),
      group({ block: 'plain', wordsId: 'parent_2', legend: 'Additional parent', startsFolded: true }, [
        relationship('parent_2_', options.parent_relationship),
        parent('parent_2_', {
          name: 'Additional Parent',
          sameAddress: 'Does this additional parent live at your permanent address?',
          addressLegend: "Additional parent's address",
        }),
      ]),
      group({ block: 'plain', wordsId: 'guardian', legend: 'Legal guardian', startsFolded: true }, [
        parent('guardian_', {
          name: 'Legal Guardian',
          sameAddress: 'Does your legal guardian live at your permanent address?',
          addressLegend: "Legal guardian's address",
        }),
      ]),
      select({
        key: 'parent_communication_preference',
        label: 'How may we contact your parents or guardian?',
        options: options.parent_communication_preference,
      }),
    ],
  );

export const aboutPage = (partner: FreshmanPartner) =>
  page({ id: 'about', navLabel: 'Your Information', title: 'Your Information' }, [
    enrollment(partner),
    name(),
    contact(partner),
    addresses(),
    aboutYou(partner),
    citizenship(partner),
    languages(),
    background(partner),
    parents(partner),
  ]);
