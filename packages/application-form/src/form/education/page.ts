import { page } from '../../engine/index.ts';
import type { FormPartner } from '../partner.ts';
import { college } from './college.ts';
import { employment } from './employment.ts';
import { highSchool } from './high-school.ts';
import { support } from './support.ts';
import { grades, tests } from './tests.ts';

export const educationPage = (partner: FormPartner) =>
  page({ id: 'education', navLabel: 'Your Education', title: 'Your Education' }, [
    highSchool(partner),
    support(),
    grades(partner),
    tests(partner),
    college(),
    employment(),
  ]);
