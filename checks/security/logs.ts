import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Which of some secrets stand in the files of a folder, as "name: its first letters". */
export async function secretsIn(folder: string, secrets: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const name of await readdir(folder)) {
    const text = await readFile(path.join(folder, name), 'utf8');
    for (const secret of secrets) if (text.includes(secret)) found.push(`${name}: ${secret.slice(0, 4)}…`);
  }
  return found;
}
