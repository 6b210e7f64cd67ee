import type pg from 'pg';
import type { Candidate } from './match-school.ts';
import type { Query, QueryWord } from './query-words.ts';
import { rankSchools } from './rank-schools.ts';
import { countWords, findCandidates, findKnownPrefixes, findSimilarWords } from './search-repository.ts';
import { listCompounds, matchAll, matchAny, matchWhole, narrowPrefixes, readLastWord } from './tsquery.ts';
import { AS_TYPED, type Corrections, correctWord, deletionKeys, maxDistance } from './word-correction.ts';

export interface SchoolSearch {
  readonly pool: pg.Pool;
  readonly partnerState: string;
}

/** What one query asks of the database. What several strategies need is asked once. */
export class QuerySearch {
  readonly query: Query;
  /** The words that are searched for; the others only rank. */
  readonly words: readonly QueryWord[];
  readonly #search: SchoolSearch;
  #asTyped: Promise<readonly Candidate[]> | undefined;
  #knownPrefixes: Promise<ReadonlySet<string>> | undefined;
  #corrections: Promise<Corrections> | undefined;

  constructor(search: SchoolSearch, query: Query) {
    this.#search = search;
    this.query = query;
    this.words = query.words.filter(({ isStopWord }) => !isStopWord);
  }

  /** The same search for another reading of the text. */
  of(query: Query): QuerySearch {
    return new QuerySearch(this.#search, query);
  }

  /** Ranked schools that match one of these tsqueries, or whose name begins with the query, or that have its code. */
  async rank(matches: readonly string[], corrections: Corrections = AS_TYPED): Promise<readonly Candidate[]> {
    const { query } = this;
    const candidates = await findCandidates(this.#search.pool, {
      category: query.category,
      matches,
      rank: matchAny(query, corrections),
      whole: matchWhole(query),
      keys: query.keys,
      codes: query.codes,
      partnerState: this.#search.partnerState,
    });
    return rankSchools(candidates, query, corrections, this.#search.partnerState);
  }

  /** Schools with all words as typed, or with two neighbors of them written together. */
  asTyped(): Promise<readonly Candidate[]> {
    this.#asTyped ??= this.#rankAsTyped();
    return this.#asTyped;
  }

  async #rankAsTyped(): Promise<readonly Candidate[]> {
    const words = narrowPrefixes(this.query, this.words);
    const readings = [...readLastWord(words)];
    const compounds = words.length === 0 ? [] : listCompounds(this.query, words);
    if (compounds.length > 0) {
      // Most compounds are no word of any school: each that is searched for costs as much as the whole query.
      const known = await findKnownPrefixes(
        this.#search.pool,
        this.query.category,
        compounds.map(({ word }) => word),
      );
      readings.push(...compounds.filter(({ word }) => known.has(word)).map((compound) => compound.words));
    }
    return this.rank(readings.map((reading) => matchAll(reading, AS_TYPED)));
  }

  /** The words of the query that some school's word begins with. */
  knownPrefixes(): Promise<ReadonlySet<string>> {
    this.#knownPrefixes ??= findKnownPrefixes(
      this.#search.pool,
      this.query.category,
      this.query.words.map(({ word }) => word),
    );
    return this.#knownPrefixes;
  }

  /** Which of these are words of some school, with the number of schools that have them. */
  count(words: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return countWords(this.#search.pool, this.query.category, words);
  }

  /** What all words that are searched for may have meant. */
  corrections(): Promise<Corrections> {
    this.#corrections ??= this.knownPrefixes().then((known) => this.correct(this.words, known));
    return this.#corrections;
  }

  /** What these words may have meant. In a word that some school has, fewer typing errors are assumed. */
  async correct(words: readonly QueryWord[], known: ReadonlySet<string>): Promise<Corrections> {
    const correctable = words.filter(({ word }) => maxDistance(word) > 0);
    if (correctable.length === 0) return AS_TYPED;
    const keys = new Set(correctable.flatMap(({ word }) => deletionKeys(word)));
    const similar = await findSimilarWords(this.#search.pool, this.query.category, [...keys]);
    const forms = correctable.map(
      ({ word, isPrefix }) =>
        [word, correctWord(word, similar, { isPrefix, limit: known.has(word) ? 1 : maxDistance(word) })] as const,
    );
    return { forms: new Map(forms), known };
  }
}
