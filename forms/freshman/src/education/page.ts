import { page } from '@firstyear/form-engine';
import type { FreshmanPartner } from '../partner.ts';
import { college } from './college.ts';
import { employment } from './employment.ts';
import { highSchool } from './high-school.ts';
import { support } from './support.ts';
import { grades, tests } from './tests.ts';

export const educationPage = (partner: FreshmanPartner) =>
  page({ id: 'education', navLabel: 'Your Education', title: 'Your Education' }, [
    highSchool(partner),
    support(),
    grades(partner),
    tests(partner),
    college(),
    employment(),
  ]);
