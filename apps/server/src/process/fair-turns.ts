/** Takes turns between parties, so that nobody waits behind all that one of them asks for. */
export interface FairTurns {
  /**
   * Waits for a turn and returns what ends it. A party that goes first has three of four turns while others wait as well.
   * Throws the refusal when the party has most waiting in a full line, also later, or has waited for too long.
   */
  take(party: string, goesFirst?: boolean): Promise<() => void>;
  /** Throws the refusal where take() would at once. */
  requireRoom(party: string, goesFirst?: boolean): void;
  /** Milliseconds for which the party next in line has waited, or the oldest of this party's own when that is longer. */
  waitMs(party: string): number;
}

export interface TurnRules {
  /** Turns at the same time. */
  readonly places: number;
  /** Turns of one party at the same time; all places when not given. */
  readonly placesOfOne?: number;
  /** How many may wait. */
  readonly waiting: number;
  /** How long each may wait. */
  readonly maxWaitMs: number;
  /** What a caller without a turn gets. `waitMs`: how long those in line will take. */
  readonly refusal: (waitMs: number) => Error;
  /** A clock that only goes forward, in milliseconds. */
  readonly now: () => number;
}

interface Entry {
  readonly since: number;
  readonly timer: NodeJS.Timeout;
  readonly begin: () => void;
  readonly refuse: () => void;
}

/** Those of one party that wait, oldest first. */
interface Line {
  readonly entries: Set<Entry>;
  /** When the party had its last turn, or began to wait. */
  since: number;
}

/** Parties in the order in which they have their next turns. */
type Round = Map<string, Line>;

/** Every so many turns, parties that do not go first have one. */
const TURNS_A_ROUND = 4;
/** How much the newest turn counts in the mean length of turns. */
const NEWEST = 0.1;

/** Lets parties take turns. With a free place nobody waits, and a party alone is served in the order in which it asks. */
export function fairTurns(rules: TurnRules): FairTurns {
  const { places, placesOfOne = places, now } = rules;
  const first: Round = new Map();
  const others: Round = new Map();
  /** Turns under way, of parties that have any. */
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

  /** Gives a place to the next party of a round that may have one. */
  function beginNextOf(round: Round): boolean {
    for (const [party, line] of round) {
      const [entry] = line.entries;
      if (entry === undefined || !hasPlace(party)) continue;
      leave(round, party, line, entry);
      // Behind all others.
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

  /** The party with most waiting, those that go first only when there are no others. */
  function longest(): readonly [party: string, line: Line] | undefined {
    let most: readonly [string, Line] | undefined;
    for (const party of others.size > 0 ? others : first) {
      if (party[1].entries.size > (most?.[1].entries.size ?? 0)) most = party;
    }
    return most;
  }

  function requireRoom(party: string, goesFirst = false): void {
    if (waiting < rules.waiting || (underWay < places && hasPlace(party))) return;
    const own = (goesFirst ? first : others).get(party)?.entries.size ?? 0;
    const most = longest();
    if (most === undefined || (own >= most[1].entries.size && !(goesFirst && others.size > 0))) throw refusal();
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
