import { fold, nameKeyOf, stateWords, wordsOf } from './school-text.ts';
import { aliasesOf, initialsOf } from './search-document.ts';
import type { Candidate } from './search-repository.ts';

export const removeSpaces = (text: string) => text.replaceAll(' ', '');

/** The words of a school by where they are. */
export type SchoolWords = ReturnType<typeof readWords>;

function readWords(candidate: Candidate) {
  const name = wordsOf(candidate.name);
  const key = nameKeyOf(name);
  const keyWords = key.split(' ');
  const city = wordsOf(candidate.city);
  const aliases = aliasesOf(candidate, key);
  const aliasKeys = aliases.own.map(fold);
  const nameLetters = name.join('');
  return {
    /** The folded words of the name, and those of its key that differ. */
    name: name.concat(keyWords.filter((word) => !name.includes(word))),
    nameLetters,
    key,
    keyLetters: keyWords.join(''),
    keyWords,
    initials: initialsOf(keyWords),
    aliasKeys,
    aliasWords: [...aliasKeys, ...aliases.shared.map(fold)].flatMap((alias) => alias.split(' ')),
    city,
    cityLetters: city.join(''),
    state: stateWords(candidate.state),
    isMainCampus: aliases.isMain,
  };
}

interface ReadSchool {
  readonly candidate: Candidate;
  readonly words: SchoolWords;
}

/** Half the size of the cache, at about 1 kB a school: a typist sees the same schools again with the next letter. */
const MAX_KEPT = 5_000;
let kept = new Map<string, ReadSchool>();
let keptBefore = new Map<string, ReadSchool>();

const haveSameWords = (a: Candidate, b: Candidate): boolean =>
  a.name === b.name &&
  a.city === b.city &&
  a.state === b.state &&
  a.category === b.category &&
  a.aliases.length === b.aliases.length &&
  a.aliases.every((alias, place) => alias === b.aliases[place]);

/** A school's words to compare with a query, cached until its row changes, since parsing takes longer than comparing. */
export function readSchool(candidate: Candidate): SchoolWords {
  const { id } = candidate;
  const recent = kept.get(id);
  if (recent && haveSameWords(recent.candidate, candidate)) return recent.words;
  const older = keptBefore.get(id);
  const read = older && haveSameWords(older.candidate, candidate) ? older : { candidate, words: readWords(candidate) };
  if (kept.size >= MAX_KEPT) [keptBefore, kept] = [kept, new Map()];
  kept.set(id, read);
  return read.words;
}
