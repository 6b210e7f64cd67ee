import type { Query, QueryWord } from './query-words.ts';
import { rankSchools } from './rank-schools.ts';
import {
  type Alternative,
  type Candidate,
  countWords,
  findCandidates,
  findPrefixes,
  findSimilarWords,
  type SchoolsDatabase,
} from './search-repository.ts';
import { listCompounds, matchAll, matchAny, narrowPrefixes, readLastWord } from './tsquery.ts';
import { AS_TYPED, type Corrections, correctWord, deletionKeys, maxDistance } from './word-correction.ts';

export interface SchoolSearch {
  readonly database: SchoolsDatabase;
  readonly partnerState: string;
}

export class QuerySearch {
  readonly query: Query;
  /** The words to search; the others only rank. */
  readonly words: readonly QueryWord[];
  readonly #search: SchoolSearch;

  constructor(search: SchoolSearch, query: Query) {
    this.#search = search;
    this.query = query;
    this.words = query.words.filter(({ isStopWord }) => !isStopWord);
  }

  /** Ranked schools that match this tsquery, or whose name begins with the query, or that have its code. */
  rank(match: string, corrections: Corrections = AS_TYPED): Promise<readonly Candidate[]> {
    return this.#rankAlternatives([{ match, compound: '' }], corrections);
  }

  async #rankAlternatives(
    alternatives: readonly Alternative[],
    corrections: Corrections,
  ): Promise<readonly Candidate[]> {
    const { query } = this;
    const candidates = await findCandidates(this.#search.database, {
      category: query.category,
      alternatives,
      rank: matchAny(query, corrections),
      keys: query.keys,
      codes: query.codes,
      partnerState: this.#search.partnerState,
    });
    return rankSchools(candidates, query, corrections, this.#search.partnerState);
  }

  /** Schools with all words as typed, or with two neighboring words written as one. */
  asTyped(): Promise<readonly Candidate[]> {
    const words = narrowPrefixes(this.query, this.words);
    // Most compounds are no word of any school, and searching for one costs as much as the whole query.
    const compounds = words.length === 0 ? [] : listCompounds(this.query, words);
    const alternatives = [...readLastWord(words).map((chosen) => ({ words: chosen, word: '' })), ...compounds];
    return this.#rankAlternatives(
      alternatives.map(({ words: chosen, word }) => ({ match: matchAll(chosen, AS_TYPED), compound: word })),
      AS_TYPED,
    );
  }

  /** Words of the query that are a prefix of some school's word. */
  knownPrefixes(): Promise<ReadonlySet<string>> {
    const words = this.query.words.map(({ word }) => word);
    return findPrefixes(this.#search.database, this.query.category, words);
  }

  /** Which of these are words of some school, with the number of schools that have them. */
  count(words: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return countWords(this.#search.database, this.query.category, words);
  }

  /** Corrections of these words. A word that some school has is assumed to have fewer typos. */
  async correct(words: readonly QueryWord[], known: ReadonlySet<string>): Promise<Corrections> {
    const correctable = words.filter(({ word }) => maxDistance(word) > 0);
    if (correctable.length === 0) return AS_TYPED;
    const keys = new Set(correctable.flatMap(({ word }) => deletionKeys(word)));
    const similar = await findSimilarWords(this.#search.database, this.query.category, [...keys]);
    const forms = correctable.map(
      ({ word, isPrefix }) =>
        [word, correctWord(word, similar, { isPrefix, limit: known.has(word) ? 1 : maxDistance(word) })] as const,
    );
    return { forms: new Map(forms), known };
  }
}
