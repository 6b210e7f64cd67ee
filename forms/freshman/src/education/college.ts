import { equals, radio, repeater, section, showWhen, text } from '@firstyear/form-engine';
import { YES, YES_NO } from '@firstyear/form-engine/lists/common';
import { school } from '../blocks/school.ts';

const course = <const P extends string>(prefix: P) =>
  [text({ key: `${prefix}course`, wordsId: 'course', label: 'Course', maxLength: 100 })] as const;

export const college = () =>
  section({ id: 'college', title: 'College courses' }, [
    radio({
      key: 'college_courses_toggle',
      label: 'Have you taken college courses?',
      hint: 'Courses for college credit, such as dual enrollment.',
      options: YES_NO,
    }),
    showWhen(
      equals('college_courses_toggle', YES),
      [
        school('college_', {
          wordsId: 'college',
          legend: 'The college',
          category: 'college_ceeb',
          label: 'Search for the college',
          paperLabel: 'College',
          hint: "Start typing its name or city. If it isn't on the list, enter its full name.",
        }),
        repeater({ id: 'courses', noun: 'Course', add: 'Add Another Course', added: 'Course {number} added' }, [
          course('college_'),
          course('college_2_'),
          course('college_3_'),
          course('college_4_'),
          course('college_5_'),
          course('college_6_'),
          course('college_7_'),
          course('college_8_'),
          course('college_9_'),
          course('college_10_'),
        ]),
      ],
      { about: 'your college courses' },
    ),
  ]);
