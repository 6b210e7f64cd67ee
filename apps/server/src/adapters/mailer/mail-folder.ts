import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '@firstyear/processes/error-code';
import type { Config } from '../../config/config.ts';

/** Where mails are kept as files when there is no mail server. */
export function mailFolderOf(config: Pick<Config, 'dataDir'>): string {
  return path.join(config.dataDir, 'outbox');
}

export interface MailFile {
  readonly path: string;
  readonly content: Buffer;
}

/** Whom a mail is for, from the head of an .eml file (RFC 5322). */
function recipientOf(content: Buffer): string | undefined {
  const text = content.toString('latin1');
  const [head = ''] = text.split('\r\n\r\n', 1);
  const unfolded = head.replaceAll(/\r\n(?=[ \t])/g, '');
  return /^To:\s*<?([^<>\r\n]+?)>?\s*$/im.exec(unfolded)?.[1]?.toLowerCase();
}

/** The mails to an address in a folder of .eml files; none when there is no folder. */
export async function readMailFiles(folder: string, recipient: string): Promise<readonly MailFile[]> {
  const found: MailFile[] = [];
  for (const name of (await namesIn(folder)).filter((name) => name.endsWith('.eml')).sort()) {
    const file = path.join(folder, name);
    const content = await readFile(file);
    if (recipientOf(content) === recipient) found.push({ path: file, content });
  }
  return found;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
