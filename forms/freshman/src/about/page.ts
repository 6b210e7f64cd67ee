import { page } from '@firstyear/form-engine';
import type { FreshmanPartner } from '../partner.ts';
import { aboutYou, background, citizenship, languages } from './demographics.ts';
import { enrollment } from './enrollment.ts';
import { parents } from './parents.ts';
import { addresses, contact, name } from './personal.ts';

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
