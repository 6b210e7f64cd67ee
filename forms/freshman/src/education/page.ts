import { check, checkGroup, page, repeater, row, section, text } from '@firstyear/form-engine';
import type { FreshmanPartner } from '../partner.ts';
import { college } from './college.ts';
import { highSchool } from './high-school.ts';
import { grades, tests } from './tests.ts';

const support = () =>
  section({ id: 'support', title: 'The people who support you' }, [
    checkGroup(
      {
        wordsId: 'support',
        legend: 'Who supports you on your way to college?',
        hint: 'Choose all that apply, or none.',
      },
      [
        check({ key: 'mother', label: 'Mother' }),
        check({ key: 'father', label: 'Father' }),
        check({ key: 'grandparent', label: 'Grandparent' }),
        check({ key: 'teacher', label: 'Teacher' }),
        check({ key: 'faith_based_organization', label: 'Faith-based organization' }),
        check({ key: 'friend_adult', label: 'Friend (adult)' }),
        check({ key: 'friend_peer', label: 'Friend (my age)' }),
        check({ key: 'extended_family', label: 'Extended family' }),
        check({ key: 'sister', label: 'Sister' }),
        check({ key: 'brother', label: 'Brother' }),
        check({ key: 'coach', label: 'Coach' }),
        check({ key: 'community_based_organization', label: 'Community-based organization' }),
        check({ key: 'club', label: 'Club' }),
        check({ key: 'neighbor', label: 'Neighbor' }),
      ],
    ),
  ]);

const job = <const K extends string>(key: K) =>
  [
    row(
      text({ key, wordsId: 'job', label: 'Job', hint: 'What you do or did, and where.', maxLength: 150 }),
      text({ key: `${key}_hours`, wordsId: 'hours', label: 'Hours per week', inputMode: 'numeric' }),
    ),
  ] as const;

const employment = () =>
  section({ id: 'work', title: 'Work' }, [
    repeater({ id: 'jobs', noun: 'Job', add: 'Add Another Job', added: 'Job {number} added' }, [
      job('employment'),
      job('employment_2'),
      job('employment_3'),
      job('employment_4'),
    ]),
  ]);

export const educationPage = (partner: FreshmanPartner) =>
  page({ id: 'education', navLabel: 'Your Education', title: 'Your Education' }, [
    highSchool(partner),
    support(),
    grades(partner),
    tests(partner),
    college(),
    employment(),
  ]);
