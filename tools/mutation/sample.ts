import { createHash } from 'node:crypto';

/**
 * Chooses `size` names at random, all equally likely. The same names, size and seed give the same choice: what
 * decides is the hash of seed and name.
 */
export function chooseSample(names: readonly string[], size: number, seed: number): ReadonlySet<string> {
  const hashOf = (name: string) => createHash('sha256').update(`${seed} ${name}`).digest('hex');
  const byHash = names.map((name) => ({ name, hash: hashOf(name) })).sort((a, b) => (a.hash < b.hash ? -1 : 1));
  return new Set(byHash.slice(0, size).map(({ name }) => name));
}

/** 1.96 standard deviations on each side hold 95 % of a normal distribution. */
const Z_95 = 1.96;

/**
 * The interval, in whole percent rounded outwards, that holds the share of a whole part with 95 % confidence when
 * `noticed` of `tried` randomly chosen defects were noticed (Wilson's score interval).
 */
export function confidenceInterval(noticed: number, tried: number): readonly [low: number, high: number] {
  if (tried === 0) return [0, 100];
  const share = noticed / tried;
  const z2 = Z_95 ** 2;
  const center = share + z2 / (2 * tried);
  const spread = Z_95 * Math.sqrt((share * (1 - share)) / tried + z2 / (4 * tried ** 2));
  const scale = 1 + z2 / tried;
  const low = Math.floor(((center - spread) / scale) * 100);
  const high = Math.ceil(((center + spread) / scale) * 100);
  return [Math.max(low, 0), Math.min(high, 100)];
}
