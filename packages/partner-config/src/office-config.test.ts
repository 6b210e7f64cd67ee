import { allOf, equals, isOneOf, type When } from '@firstyear/form-engine';
import { englishForm } from '@firstyear/form-engine/testing';
import { definition } from '@firstyear/partners/larkmoor/form';
import { office } from '@firstyear/partners/larkmoor/office';
import { expect, test } from 'vitest';
import { type OfficeConfig, officeProblems } from './office-config.ts';

const form = englishForm(definition);
const major = form.roles.major ?? '';
const limited = (when: When, name = 'art_reader'): OfficeConfig => ({
  limited_roles: { [name]: { role: 'reader', when } },
});
const art = isOneOf(major, ['art']);
const stages = (...ids: readonly string[]): OfficeConfig => ({ stages: ids.map((id) => ({ id, name: id })) });
const MESSAGE = { id: 'visit', title: 'A visit', subject: 'Come and see us', text: 'You are welcome.' };
const issuer = 'https://login.example.edu';

test("the shipped office's file is valid", () => {
  expect(officeProblems(office, form, true)).toEqual([]);
});

test('an office with limited roles, a sign-on and domains for tests is valid', () => {
  const sign_on = { issuer, client_id: 'desk', role_of_claim: { staff: 'clerk', art: 'art_reader' } };
  expect(officeProblems({ ...limited(art), sign_on, test_email_domains: ['test.example.edu'] }, form, true)).toEqual(
    [],
  );
  expect(officeProblems({ sign_on: { issuer: 'http://localhost:3000', client_id: 'desk' } }, form, true)).toEqual([]);
});

test('messages need no Spanish where the form has none', () => {
  expect(officeProblems({ messages: [MESSAGE] }, form, false)).toEqual([]);
});

test.each<[string, OfficeConfig, RegExp]>([
  ['a limited role with the name of a role', limited(art, 'clerk'), /limited_roles.clerk needs a name of its own/],
  ['a limited role with a name in capitals', limited(art, 'Art'), /limited_roles.Art needs a name of its own/],
  [
    'a second limited role with a name in capitals',
    { limited_roles: { ...limited(art).limited_roles, ...limited(art, 'Art').limited_roles } },
    /limited_roles.Art needs a name of its own/,
  ],
  [
    'a part of a condition that the list cannot ask',
    limited(allOf(art, equals('first_name', 'A'))),
    /not for 'first_name'/,
  ],
  ['a condition that the list cannot ask', limited(equals('first_name', 'Ada')), /not for 'first_name'/],
  ...(['lt', 'lte', 'gt', 'gte'] as const).map((operator): [string, OfficeConfig, RegExp] => [
    `a comparison by ${operator}`,
    limited({ valueKey: major, operator, target: 3 }),
    /cannot compare numbers/,
  ]),
  ['a sign-on without TLS', { sign_on: { issuer: 'http://login.example.edu', client_id: 'desk' } }, /issuer must be/],
  [
    'a claim for an unknown role',
    { sign_on: { issuer, client_id: 'desk', role_of_claim: { staff: 'clerk', art: 'painter' } } },
    /'art' names the unknown role 'painter'/,
  ],
  [
    'an address as a domain for tests',
    { test_email_domains: ['test.example', 'ada@test.example'] },
    /'ada@test.example'/,
  ],
  ...['Review', 'in review', 'x'.repeat(41)].map((id): [string, OfficeConfig, RegExp] => [
    `a stage with the id ${id}`,
    stages(id),
    new RegExp(`^stages: '${id}' is no id`),
  ]),
  ['a stage that stands twice', stages('committee', 'committee'), /^stages: 'committee' stands there twice/],
  ['a stage with the id that means none', stages('none'), /^stages: 'none' means no stage/],
  ['a message without its Spanish', { messages: [MESSAGE] }, /^messages: 'visit' has no Spanish, and your form has/],
  [
    'a message without a subject',
    { messages: [{ ...MESSAGE, subject: '', spanish: MESSAGE }] },
    /^messages: a text of 'visit' is empty/,
  ],
  ['a stage without a name', { stages: [{ id: 'committee', name: ' ' }] }, /^stages: 'committee' has no name/],
])('%s is refused in one sentence', (_what, office, problem) => {
  expect(officeProblems(office, form, true)).toEqual([expect.stringMatching(problem)]);
});

test('each role, message and stage is checked', () => {
  const art_reader = { role: 'reader', when: art } as const;
  const sign_on = { issuer, client_id: 'desk', role_of_claim: { music: 'music_reader' } };
  expect(officeProblems({ limited_roles: { art_reader, music_reader: art_reader }, sign_on }, form, true)).toEqual([]);
  const spanish = { subject: 'Venga', text: 'Bienvenido.' };
  const messages = [
    ...[MESSAGE, MESSAGE].map((message) => ({ ...message, spanish })),
    { ...MESSAGE, id: 'tour', spanish: { ...spanish, text: ' ' } },
  ];
  const both = [...(stages('Review', 'In').stages ?? []), { id: 'done', name: ' ' }];
  expect(officeProblems({ messages, stages: both }, form, true)).toEqual([
    ...["stages: 'Review' is no id in lower-case letters.", "stages: 'In' is no id in lower-case letters."],
    "stages: 'done' has no name.",
    "messages: 'visit' stands there twice.",
    "messages: a text of 'tour' is empty.",
  ]);
});
