/** A queue in which parties take turns, so that nobody waits behind everything that one party requests. */
interface FairTurns {
  /**
   * Waits for a turn and returns the function that ends it. Parties that go first get three of four turns while others wait.
   * Throws the refusal, at once or later, when the queue is full and this party has the most entries, or after waiting too long.
   */
  take(party: string, goesFirst?: boolean): Promise<() => void>;
  /** Throws the refusal if take() would do so at once. */
  requireRoom(party: string, goesFirst?: boolean): void;
  /** Milliseconds that the next party in line has waited, or this party's oldest entry if longer. */
  waitMs(party: string): number;
}

export interface TurnRules {
  /** Concurrent turns. */
  readonly places: number;
  /** Concurrent turns of one party; all places by default. */
  readonly placesOfOne?: number;
  /** Entries that may wait. */
  readonly waiting: number;
  readonly maxWaitMs: number;
  /** The error of a caller without a turn. `waitMs`: the expected time until the queue is empty. */
  readonly refusal: (waitMs: number) => Error;
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
}

interface Entry {
  readonly since: number;
  readonly timer: NodeJS.Timeout;
  readonly begin: () => void;
  readonly refuse: () => void;
}

/** The waiting entries of one party, oldest first. */
interface Line {
  readonly entries: Set<Entry>;
  /** When the party had its last turn or began to wait. */
  since: number;
}

/** Parties in the order of their next turns. */
type Round = Map<string, Line>;

/** In a round, parties that do not go first get one turn. */
const TURNS_A_ROUND = 4;
/** Weight of the newest turn in the mean length of turns. */
const NEWEST = 0.1;

/** With a free place nobody waits, and a single party is served in the order of its requests. */
export function fairTurns(rules: TurnRules): FairTurns {
  const { places, placesOfOne = places, now } = rules;
  const first: Round = new Map();
  const others: Round = new Map();
  /** Running turns by party. */
  const running = new Map<string, number>();
  let underWay = 0;
  let waiting = 0;
  let turns = 0;
  let meanMs = 0;

  const hasPlace = (party: string) => (running.get(party) ?? 0) < placesOfOne;

  function begin(party: string): () => void {
    const since = now();
    underWay += 1;
    running.set(party, (running.get(party) ?? 0) + 1);
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      underWay -= 1;
      const left = (running.get(party) ?? 0) - 1;
      if (left > 0) running.set(party, left);
      else running.delete(party);
      const took = now() - since;
      meanMs = meanMs === 0 ? took : meanMs + (took - meanMs) * NEWEST;
      beginNext();
    };
  }

  function leave(round: Round, party: string, line: Line, entry: Entry): void {
    clearTimeout(entry.timer);
    line.entries.delete(entry);
    waiting -= 1;
    if (line.entries.size === 0) round.delete(party);
  }

  /** Starts the turn of the next party of a round that may have one. */
  function beginNextOf(round: Round): boolean {
    for (const [party, line] of round) {
      const [entry] = line.entries;
      if (entry === undefined || !hasPlace(party)) continue;
      leave(round, party, line, entry);
      // The party goes to the end of the round.
      if (round.delete(party)) round.set(party, line);
      line.since = now();
      entry.begin();
      return true;
    }
    return false;
  }

  function beginNext(): void {
    if (waiting === 0 || underWay >= places) return;
    turns += 1;
    const [a, b] = turns % TURNS_A_ROUND === 0 ? [others, first] : [first, others];
    if (beginNextOf(a) || beginNextOf(b)) beginNext();
  }

  const refusal = () => rules.refusal((waiting * meanMs) / places);

  /** The party with the most waiting entries; those that go first count only without others. */
  function longest(): readonly [party: string, line: Line] | undefined {
    let most: readonly [string, Line] | undefined;
    for (const party of others.size > 0 ? others : first) {
      if (party[1].entries.size > (most?.[1].entries.size ?? 0)) most = party;
    }
    return most;
  }

  function requireRoom(party: string, goesFirst = false): void {
    if (waiting < rules.waiting || (underWay < places && hasPlace(party))) return;
    const size = (goesFirst ? first : others).get(party)?.entries.size ?? 0;
    const most = longest();
    if (most === undefined || (size >= most[1].entries.size && !(goesFirst && others.size > 0))) throw refusal();
  }

  function wait(party: string, goesFirst: boolean): Promise<() => void> {
    const round = goesFirst ? first : others;
    if (waiting >= rules.waiting) [...(longest()?.[1].entries ?? [])].at(-1)?.refuse();
    return new Promise((resolve, reject) => {
      const since = now();
      const line = round.get(party) ?? { entries: new Set(), since };
      round.set(party, line);
      const refuse = () => {
        const error = refusal();
        leave(round, party, line, entry);
        reject(error);
      };
      const entry: Entry = {
        since,
        timer: setTimeout(refuse, rules.maxWaitMs),
        begin: () => resolve(begin(party)),
        refuse,
      };
      line.entries.add(entry);
      waiting += 1;
    });
  }

  return {
    take: async (party, goesFirst = false) => {
      if (underWay < places && hasPlace(party)) return begin(party);
      requireRoom(party, goesFirst);
      return wait(party, goesFirst);
    },
    requireRoom,
    waitMs: (party) => {
      if (waiting === 0) return 0;
      const [next] = others.values();
      const [oldest] = others.get(party)?.entries ?? [];
      return Math.max(0, ...[next, oldest].map((item) => (item === undefined ? 0 : now() - item.since)));
    },
  };
}
