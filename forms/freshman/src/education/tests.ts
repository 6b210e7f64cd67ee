import { equals, notice, radio, section, select, showWhen, text } from '@firstyear/form-engine';
import { YES, YES_NO } from '@firstyear/form-engine/lists/common';
import { monthAndYear } from '../blocks/month-year.ts';
import type { FreshmanPartner } from '../partner.ts';
import { actComposite, satEssay, satSection } from '../rules.ts';

export const grades = ({ options }: FreshmanPartner) =>
  section({ id: 'grades', title: 'Grades' }, [
    text({
      key: 'hs_gpa',
      label: 'High school grade point average (GPA)',
      hint: 'As shown on your latest report card, for example 3.6.',
      inputMode: 'decimal',
    }),
    select({ key: 'gpa_scale', label: 'GPA scale', options: options.gpa_scale }),
    showWhen(
      equals('gpa_scale', 'other'),
      [text({ key: 'gpa_scale_other', label: "What's the highest GPA on your scale?" })],
      { about: 'your GPA scale' },
    ),
  ]);

const score = { inputMode: 'numeric' } as const;

const sat = (partner: FreshmanPartner) =>
  showWhen(
    equals('sat_taken', YES),
    [
      text({
        key: 'sat_score_reading_writing',
        label: 'SAT Evidence-Based Reading and Writing Score',
        ...score,
        rules: [satSection('Evidence-Based Reading and Writing')],
      }),
      text({ key: 'sat_score_math', label: 'SAT Math Score', ...score, rules: [satSection('Math')] }),
      text({
        key: 'sat_score_essay_reading',
        label: 'SAT Essay Reading Score',
        ...score,
        rules: [satEssay('Reading')],
      }),
      text({
        key: 'sat_score_essay_analysis',
        label: 'SAT Essay Analysis Score',
        ...score,
        rules: [satEssay('Analysis')],
      }),
      text({
        key: 'sat_score_essay_writing',
        label: 'SAT Essay Writing Score',
        ...score,
        rules: [satEssay('Writing')],
      }),
      monthAndYear('sat_test_', { legend: 'When did you take the SAT?', years: testYears(partner) }),
    ],
    { about: 'the SAT' },
  );

const act = (partner: FreshmanPartner) =>
  showWhen(
    equals('act_taken', YES),
    [
      text({ key: 'act_score_composite', label: 'ACT Composite Score', ...score, rules: [actComposite()] }),
      monthAndYear('act_test_', { legend: 'When did you take the ACT?', years: testYears(partner) }),
    ],
    { about: 'the ACT' },
  );

const toefl = (partner: FreshmanPartner) =>
  showWhen(
    equals('toefl_taken', YES),
    [
      text({ key: 'toefl_score', label: 'TOEFL Score', ...score }),
      monthAndYear('toefl_test_', { legend: 'When did you take the TOEFL?', years: testYears(partner) }),
    ],
    { about: 'the TOEFL' },
  );

const testYears = ({ year_counts }: FreshmanPartner) =>
  ({ kind: 'years', count: year_counts.test, direction: 'past' }) as const;

export const tests = (partner: FreshmanPartner) =>
  section({ id: 'tests', title: 'Tests' }, [
    notice({
      wordsId: 'tests',
      text: `If you want us to see your scores, choose ${partner.name} as a score recipient when you order your score report: ACT code ${partner.act_code}, SAT code ${partner.sat_code}. You can leave scores you don't know yet blank.`,
      links: [
        { id: 'act', label: 'About the ACT', href: partner.test_board_urls.act },
        { id: 'sat', label: 'About the SAT', href: partner.test_board_urls.sat },
        { id: 'toefl', label: 'About the TOEFL', href: partner.test_board_urls.toefl },
      ],
    }),
    radio({ key: 'sat_taken', label: 'Have you taken the SAT?', required: true, options: YES_NO }),
    sat(partner),
    radio({ key: 'act_taken', label: 'Have you taken the ACT?', required: true, options: YES_NO }),
    act(partner),
    radio({
      key: 'toefl_taken',
      label: 'Have you taken the TOEFL?',
      hint: "An English test for people whose first language isn't English.",
      options: YES_NO,
    }),
    toefl(partner),
  ]);
