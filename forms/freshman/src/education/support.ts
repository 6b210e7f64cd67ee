import { check, checkGroup, section } from '@firstyear/form-engine';

export const support = () =>
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
