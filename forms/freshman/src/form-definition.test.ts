import { formDefinition } from '@firstyear/api-contract/form-definition';
import * as alderfinch from '@firstyear/partners/alderfinch/form';
import * as larkmoor from '@firstyear/partners/larkmoor/form';
import { expect, test } from 'vitest';

const isAccepted = (form: unknown) => formDefinition.safeParse(form).success;
const page = (...items: readonly unknown[]) => ({ pages: [{ id: 'about', navLabel: 'A', title: 'A', items }] });

test.each([larkmoor, alderfinch])('the form of a university is accepted as the server sends it', ({ definition }) => {
  expect(isAccepted(JSON.parse(JSON.stringify(definition)))).toBe(true);
});

test.each([
  ['nothing', undefined],
  ['no pages', {}],
  ['a question of an unknown kind', page({ kind: 'slider', key: 'a', label: 'A' })],
  ['a question without a key', page({ kind: 'text', label: 'A' })],
  ['a section without items', page({ kind: 'section', id: 'a', title: 'A' })],
  [
    'a wrong question far inside',
    page({ kind: 'group', block: 'plain', items: [{ kind: 'row', questions: [{ kind: 'text' }] }] }),
  ],
])('a form with %s is refused', (_, form) => {
  expect(isAccepted(form)).toBe(false);
});
