import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '@firstyear/processes/error-code';
import { createTransport } from 'nodemailer';
import type { Config } from '../../config/config.ts';
import { type Mailer, nodemailerMessage } from './mailer.ts';

/** Where mails are kept as files when there is no mail server. */
export function mailFolderOf(config: Pick<Config, 'dataDir'>): string {
  return path.join(config.dataDir, 'outbox');
}

/**
 * Puts every mail as an .eml file into a folder, for trying out and for tests: real RFC 5322 text, names that sort by
 * time. A mail that is sent again replaces its own file.
 */
export function folderMailer(folder: string, idHost: string): Mailer {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    send: async (message) => {
      const { message: text } = await composer.sendMail(nodemailerMessage(message, idHost));
      if (!Buffer.isBuffer(text)) throw new Error('the mail was not composed');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${message.date.toISOString().replaceAll(':', '-')}-${message.id}.eml`;
      const draft = path.join(folder, `.${name}.tmp`);
      await writeFile(draft, text, { mode: 0o600 });
      await rename(draft, path.join(folder, name));
    },
    close: async () => composer.close(),
  };
}

export interface MailFile {
  readonly path: string;
  readonly content: Buffer;
}

/** The recipient in the head of an .eml file (RFC 5322). */
function recipientOf(content: Buffer): string | undefined {
  const text = content.toString('latin1');
  const [head = ''] = text.split('\r\n\r\n', 1);
  const unfolded = head.replaceAll(/\r\n(?=[ \t])/g, '');
  return /^To:\s*<?([^<>\r\n]+?)>?\s*$/im.exec(unfolded)?.[1]?.toLowerCase();
}

/** The mails to an address in a folder of .eml files; none when there is no folder. */
export async function readMailFiles(folder: string, recipient: string): Promise<readonly MailFile[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
  const found: MailFile[] = [];
  for (const name of names.filter((name) => name.endsWith('.eml')).sort()) {
    const file = path.join(folder, name);
    const content = await readFile(file);
    if (recipientOf(content) === recipient) found.push({ path: file, content });
  }
  return found;
}
