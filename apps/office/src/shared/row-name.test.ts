import { expect, test } from 'vitest';
import { namesakes, rowName } from './row-name.ts';

const row = { id: '1', status: 'draft', confirmation_number: null, given_name: '', family_name: '' } as const;

test.each([
  [{ family_name: 'Testperson', given_name: 'Ada', email: 'ada@mail.example' }, 'Testperson, Ada'],
  [{ given_name: 'Ada' }, 'Ada'],
  [{ email: 'ada@mail.example' }, 'ada@mail.example'],
  [{}, 'Somebody without a name'],
])('an application is named after what is known of its applicant: %o', (known, name) => {
  expect(rowName({ ...row, ...known }, 'Somebody without a name')).toBe(name);
});

test('namesakes are all who have the same name, without regard to accents and capitals', () => {
  const names = ['Sample', 'Testperson', 'TESTPÉRSON', 'Testpersona'];
  const rows = names.map((family_name, place) => ({ ...row, id: `${place}`, given_name: 'Ada', family_name }));
  expect([...namesakes(rows)]).toEqual(['1', '2']);
});
