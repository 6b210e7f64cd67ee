import { expect, test } from 'vitest';
import { commonWeakness } from './common-passwords.ts';

const ABOUT = ['ada.testperson', 'Larkmoor University', 'adam', 'ada'];

test.each([
  ['a word with a capital, digits and a sign', 'Password123!'],
  ['a word behind digits', '2026!Sunshine'],
  ['two words', 'Summer-Winter-1!'],
  ['two words without anything between them', 'WelcomeBack2026!'],
  ['a row of keys', 'Qwertyuiop1!'],
  ['a word with a year between signs', 'Welcome-2026!!'],
  ['0 for o', 'Passw0rd2026!'],
  ['1 for i', 'L1verpool2026!'],
  ['3 for e', 'Ch3lsea-2026!'],
  ['4 for a', 'Dr4gon-2026!!'],
  ['5 for s', 'Pa5sword2026!'],
  ['7 for t', 'Foo7ball2026!'],
  ['8 for b', 'Foot8all2026!'],
  ['@ for a', 'P@ssword2026!'],
  ['@ for a at the beginning', '@dmin-2026-26!'],
  ['$ for s', 'Pas$word2026!'],
  ['$ for s at the beginning', '$ecret-2026-!'],
  ['$ before a whole word', '$Password2026-'],
  ['! for i', 'L!verpool2026'],
  ['one character over and over', 'Aaaaaaaaaa1!'],
  ['four characters over and over', 'Wxyzwxyzwxyz'],
  ['nothing but digits and signs', '2468-1357-9!'],
  ['the name of the university', 'LarkmoorUniversity1!'],
  ['the name of the university with letters replaced', 'L4rkmoorUniversity!'],
  ['the name in the address', 'Ada.Testperson1!'],
  ['a name of four letters', 'Adam-12345-67'],
])('%s is too common: %s', (_, password) => {
  expect(commonWeakness(password, ABOUT)).toBeDefined();
});

test.each([
  ['two words of which one is not common', 'Summer-Lantern-42'],
  ['a common word within another', 'Passwordless-Meadow'],
  ['five characters over and over', 'Vwxyzvwxyzvw'],
  ['letters, digits and signs at random', 'Kp7!vQz2#mWx'],
  ['a sentence', 'My-Summer-Reading-9'],
  ['a name of three letters', 'Ada-12345-678'],
  ['the name of the university with more letters', 'LarkmoorUniversityHill'],
])('%s is not: %s', (_, password) => {
  expect(commonWeakness(password, ABOUT)).toBeUndefined();
});
