import { rotateKey, type SecretKeyDependencies } from '../modules/operations/secret-key/service.ts';

/** Counts as words: "1 answer", "2 answers". */
const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;

/** Seals every answer with the current secret key, tells how far it is, and says what can be done afterwards. */
export async function rotateSecretKey(deps: SecretKeyDependencies, tell: (line: string) => void): Promise<string> {
  const { resealed, unreadable } = await rotateKey(deps, (done, total) => {
    tell(`${done} of ${count(total, 'application')} with sealed answers`);
  });
  const damaged =
    unreadable === 0
      ? ''
      : ` ${count(unreadable, 'sealed answer')} cannot be opened with any known key and did not change.`;
  return `${count(resealed, 'answer')} sealed with the current key.${damaged} No answer needs the previous key now: remove SECRET_KEY_PREVIOUS (or the file secret-key-previous in DATA_DIR), and start again.`;
}
