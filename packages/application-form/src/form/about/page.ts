import { page } from '../../engine/index.ts';
import type { FormPartner } from '../partner.ts';
import { aboutYou, background, citizenship, languages } from './demographics.ts';
import { enrollment } from './enrollment.ts';
import { parents } from './parents.ts';
import { addresses, contact, name } from './personal.ts';

export const aboutPage = (partner: FormPartner) =>
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
