import {
  EMAIL_MAX_LENGTH,
  file,
  group,
  notice,
  repeater,
  row,
  section,
  select,
  tab,
  tabGroup,
  text,
} from '@firstyear/form-engine';
import { GRADES } from '@firstyear/form-engine/lists/common';
import { monthAndYear } from '../blocks/month-year.ts';
import { type SchoolWords, school } from '../blocks/school.ts';
import type { FreshmanPartner } from '../partner.ts';
import { emailFormat } from '../rules.ts';

const highSchoolBlock = <const P extends string>(
  prefix: P,
  words: Omit<SchoolWords, 'category' | 'paperLabel' | 'hint'>,
) =>
  school(prefix, {
    ...words,
    category: 'hs_ceeb',
    paperLabel: 'School',
    hint: "Start typing its name or city. If your school isn't on the list, enter its full name. If you're homeschooled, enter “Homeschool”.",
  });

/** Nobody graduates from high school at a younger age. */
const YOUNGEST_GRADUATE = 14;

const currentSchool = ({ year_counts, maximum_age }: FreshmanPartner) =>
  [
    highSchoolBlock('hs_', {
      wordsId: 'high-school',
      legend: 'Your high school',
      label: 'Search for Your School',
      required: true,
    }),
    monthAndYear('grad_', {
      legend: 'Expected Graduation Date',
      hint: "If you've already graduated, choose when you did. If you have a GED, choose when you earned it.",
      required: true,
      years: {
        kind: 'years',
        count: year_counts.graduation,
        yearsAgo: year_counts.past_graduation,
        earlier: Math.max(0, maximum_age - YOUNGEST_GRADUATE - year_counts.past_graduation),
        direction: 'future',
      },
      rules: [{ rule: 'pair', with: 'grad_year' }],
    }),
  ] as const;

const earlierSchool = <const P extends string>(prefix: P) =>
  [
    highSchoolBlock(prefix, {
      wordsId: 'earlier_school',
      legend: 'A school you went to before',
      label: 'Search for this school',
    }),
    select({
      key: `${prefix}last_grade`,
      wordsId: 'last_grade',
      label: 'Last grade you completed there',
      options: GRADES,
    }),
  ] as const;

export const highSchool = (partner: FreshmanPartner) =>
  section({ id: 'high-school', title: 'High school' }, [
    repeater({ id: 'schools', noun: 'School', add: 'Add Another School', added: 'School {number} added' }, [
      currentSchool(partner),
      earlierSchool('hs_2_'),
      earlierSchool('hs_3_'),
    ]),
    group(
      {
        block: 'plain',
        wordsId: 'counselor',
        legend: 'Your school counselor',
        hint: 'When you submit, we email your counselor a link for sending any papers we need from your school.',
      },
      [
        row(
          text({ key: 'counselor_first_name', label: "Counselor's First Name" }),
          text({ key: 'counselor_last_name', label: "Counselor's Last Name" }),
        ),
        text({
          key: 'counselor_email_address',
          label: "Counselor's Email Address",
          inputMode: 'email',
          maxLength: EMAIL_MAX_LENGTH,
          rules: [emailFormat('The counselor email address you entered is invalid.')],
        }),
      ],
    ),
    tabGroup({ id: 'hs_record', legend: 'Your high school transcript' }, [
      tab({ id: 'counselor', label: 'Counselor will send it' }, [
        notice({
          wordsId: 'counselor',
          text: `Ask your counselor to send your transcript to ${partner.name}. There's nothing else to do here.`,
        }),
      ]),
      tab(
        {
          id: 'upload',
          label: 'Upload transcript',
          paperLabel: 'Uploaded with this application',
          clears: [partner.documents.transcript.key],
        },
        [file(partner.documents.transcript)],
      ),
    ]),
  ]);
