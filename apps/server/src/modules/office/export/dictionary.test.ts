import {
  allOf,
  answered,
  anyOf,
  type Condition,
  check,
  defineForm,
  equals,
  page,
  radio,
  repeater,
  section,
  showWhen,
  tab,
  tabGroup,
  text,
} from '@firstyear/form-engine';
import { englishForm } from '@firstyear/form-engine/testing';
import { expect, test } from 'vitest';
import { readDictionary } from './dictionary.testing.ts';

const line = (key: string) => text({ key, label: `Label of ${key}` });
const about = page({ id: 'about', navLabel: 'About', title: 'About You' }, [
  line('plain'),
  section({ id: 'pets', title: 'Pets' }, [
    radio({
      key: 'pet',
      label: 'Pet',
      options: [
        { value: 'cat', label: 'Cat' },
        { value: 'none', label: 'No pet' },
      ],
      required: true,
    }),
    check({ key: 'agrees', label: 'Agrees' }),
    showWhen(allOf(answered('plain'), anyOf(equals('pet', 'cat'), equals('plain', 'x'))), [line('both')]),
  ]),
  repeater({ id: 'jobs', noun: 'Job' }, [
    [line('job')],
    [line('job_2'), showWhen(answered('job_2'), [line('job_2_boss')])],
  ]),
  tabGroup({ id: 'way', legend: 'Way' }, [
    tab({ id: 'mail', label: 'By mail' }, [line('street')]),
    tab({ id: 'web', label: 'By web' }, [line('site')]),
  ]),
]);

const rowsOf = (form: ReturnType<typeof englishForm>) => readDictionary(form, { withSealed: true });
const rowOf = (column: string) => rowsOf(englishForm(defineForm([about]))).find((row) => row.column === column);

test('a column is described by its question, page, kind, maximum length and values', () => {
  expect(rowOf('plain')).toEqual({
    column: 'plain',
    about: 'As the applicant typed it.',
    question: 'Label of plain',
    page: 'About You',
    section: 'About You',
    kind: 'text',
    required: '',
    max_length: '45',
    entry: '',
    asked_when: '',
    values: '',
  });
  expect(rowOf('pet')).toMatchObject({
    section: 'Pets',
    kind: 'radio',
    required: 'when it is asked',
    max_length: '',
    values: 'cat = Cat; none = No pet',
  });
  expect(rowOf('pet_desc')).toMatchObject({
    about: 'What the applicant read and chose.',
    kind: 'text',
    required: '',
    max_length: '',
    values: '',
  });
  expect(rowOf('agrees')?.about).toBe('true or false; empty when it was not touched.');
  expect(rowOf('status'), 'a fact is of no question').toMatchObject({ question: '', page: '', kind: '', values: '' });
});

test('a column of an entry or tab names it, and says when it was asked', () => {
  expect(rowOf('job_2')).toMatchObject({ entry: 'Job 2', asked_when: 'jobs_count >= 2' });
  expect(rowOf('job_2_boss')).toMatchObject({ entry: 'Job 2', asked_when: 'jobs_count >= 2 and job_2 is answered' });
  expect(rowOf('street')?.asked_when).toBe('way_tab is mail or empty');
  expect(rowOf('site')?.asked_when).toBe('way_tab is web');
  expect(rowOf('both')?.asked_when).toBe('plain is answered and (pet is cat or plain is x)');
});

test.each<[Condition, string]>([
  [{ valueKey: 'plain', operator: 'answered' }, 'plain is answered'],
  [{ valueKey: 'plain', operator: 'notAnswered' }, 'plain is not answered'],
  [{ valueKey: 'plain', operator: 'equals', target: 'x' }, 'plain is x'],
  [{ valueKey: 'plain', operator: 'notEquals', target: 'x' }, 'plain is not x'],
  [{ valueKey: 'plain', operator: 'lt', target: 3 }, 'plain < 3'],
  [{ valueKey: 'plain', operator: 'lte', target: 3 }, 'plain <= 3'],
  [{ valueKey: 'plain', operator: 'gt', target: 3 }, 'plain > 3'],
  [{ valueKey: 'plain', operator: 'gte', target: 3 }, 'plain >= 3'],
  [{ valueKey: 'plain', operator: 'in', target: ['a', 'b'] }, 'plain is one of a, b'],
  [{ valueKey: 'plain', operator: 'notIn', target: ['a', 'b'] }, 'plain is none of a, b'],
])('[COND-01] the condition %j is worded "%s"', (condition, words) => {
  const conditional = page({ id: 'about', navLabel: '', title: '' }, [
    line('plain'),
    showWhen(condition, [line('asked')]),
  ]);
  const row = rowsOf(englishForm(defineForm([conditional]))).find(({ column }) => column === 'asked');
  expect(row?.asked_when).toBe(words);
});
