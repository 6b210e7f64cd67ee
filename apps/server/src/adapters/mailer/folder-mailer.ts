import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { Mailer } from './mailer.ts';
import { nodemailerMessage } from './nodemailer-message.ts';

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
