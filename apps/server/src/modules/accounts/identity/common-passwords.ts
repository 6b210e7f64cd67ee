/** Reasons why a password is easy to guess. */
export const WEAKNESSES = ['about', 'common', 'keyboard', 'repeat', 'sequence', 'date', 'short'] as const;
export type Weakness = (typeof WEAKNESSES)[number];

/**
 * Words from the top of public lists of leaked passwords (the yearly "most used passwords" reports), in lower case. A common password that
 * meets our rules is one of these with a capital, a year and a "!", so the check removes such decoration first.
 */
const COMMON_WORDS = new Set(
  `password passwort passwd pass passphrase passcode secret secrets letmein letmeinnow welcome welcomeback hello
  hellothere qwerty qwertyuiop qwertz qwertzuiop azerty asdf asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc wsxedc
  qwe qwer qwert qweasd qweasdzxc asd zxc zxcv abc abcd abcde abcdef abcdefg abcdefgh abcdefghi abcdefghij
  abcdefghijk abcdefghijkl aaa aaaa aaaaaa aaaaaaaa admin administrator root user guest test testing tester demo
  sample example changeme changethis default login logmein signin access account iloveyou loveyou iloveu loveme
  love lovely lover forever sunshine princess dragon monkey football baseball basketball soccer hockey softball
  superman batman spiderman pokemon naruto starwars master shadow killer hunter hunting ranger trustno trustnoone
  michael michelle jessica jennifer ashley daniel jordan andrew joshua thomas matthew charlie george robert anthony
  william samantha amanda nicole summer winter spring autumn fall january february march april may june july august
  september october november december monday tuesday wednesday thursday friday saturday sunday freedom whatever
  computer internet google facebook instagram microsoft windows apple samsung android iphone chocolate cookie
  cheese pepper ginger flower butterfly purple orange yellow silver golden diamond mustang corvette ferrari harley
  yankees cowboys lakers eagles steelers liverpool chelsea arsenal barcelona america usa newyork california texas
  kentucky college university school student students freshman senior class graduation admission admissions
  application applicant apply god jesus jesuschrist blessed angel angels family mother father sister brother baby
  babygirl fuckyou fuck shit bitch asshole biteme hottie sexy money lucky happy birthday happybirthday christmas`.split(
    /\s+/,
  ),
);

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const plain = (text: string) => [...text].map((character) => LEET[character] ?? character).join('');

function isDecorated(password: string): boolean {
  // Digits and signs around a word are decoration; within a word they replace letters.
  const core = password.replace(/^[^\p{L}@$]+/u, '').replace(/[^\p{L}]+$/u, '');
  if (core === '') return true;
  const parts = core.split(/[^\p{L}]+/u).filter((part) => part !== '');
  return COMMON_WORDS.has(plain(core).replace(/[^\p{L}]/gu, '')) || parts.every((part) => COMMON_WORDS.has(part));
}

/** The weakness of a password that guessing programs try first: decorated common words, decorated words `about` the owner, or few different characters. */
export function commonWeakness(password: string, about: readonly string[]): Weakness | undefined {
  const lower = password.toLowerCase();
  if (new Set(lower).size < 5) return 'repeat';
  if (isDecorated(lower)) return 'common';
  const letters = plain(lower.replace(/[^\p{L}]+$/u, '')).replace(/[^\p{L}]/gu, '');
  const isAbout = about
    .map((word) => word.toLowerCase().replace(/[^\p{L}]/gu, ''))
    .some((word) => word.length >= 4 && letters === word);
  return isAbout ? 'about' : undefined;
}
