import { rotateKey, type SecretKeyDependencies } from '../modules/operations/secret-key/service.ts';
import { counted } from './words.ts';

/** Seals every answer with the current secret key, reports progress, and says what the operator can do next. */
export async function rotateSecretKey(deps: SecretKeyDependencies, print: (line: string) => void): Promise<string> {
  const { resealed, unreadable } = await rotateKey(deps, (done, total) => {
    print(`${done} of ${counted(total, 'application')} with sealed answers`);
  });
  const damaged =
    unreadable === 0
      ? ''
      : ` ${counted(unreadable, 'sealed answer')} cannot be opened with any known key and did not change.`;
  return `${counted(resealed, 'answer')} sealed with the current key.${damaged} No answer needs the previous key now: remove SECRET_KEY_PREVIOUS (or the file secret-key-previous in DATA_DIR), and start again.`;
}
