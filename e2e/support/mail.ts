import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect } from '@playwright/test';
import PostalMime from 'postal-mime';

export interface Mail {
  readonly file: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

/** The folder into which the product writes its mail while no SMTP server is configured. */
export function outboxOf(dataFolder: string): string {
  return join(dataFolder, 'outbox');
}

/** Parsed mails by file; a file in the outbox is complete once it exists. */
const read = new Map<string, Promise<Mail>>();

async function readMail(file: string): Promise<Mail> {
  const { to, subject, text } = await PostalMime.parse(await readFile(file));
  const recipients = (to ?? []).flatMap((item) => (item.address ? [item.address] : []));
  return { file: basename(file), to: recipients, subject: subject ?? '', text: text ?? '' };
}

/** All mail to an address, oldest first. */
export async function mailTo(outbox: string, address: string): Promise<readonly Mail[]> {
  const files = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  const mails = await Promise.all(
    files.map((name) => {
      const file = join(outbox, name);
      const mail = read.get(file) ?? readMail(file);
      read.set(file, mail);
      return mail;
    }),
  );
  return mails.filter((mail) => mail.to.includes(address.toLowerCase()));
}

/** Waits until an address has its n-th mail (1 is the first) and returns it. */
export async function nthMail(outbox: string, address: string, n: number): Promise<Mail> {
  let found: Mail | undefined;
  await expect
    .poll(
      async () => {
        found = (await mailTo(outbox, address))[n - 1];
        return found !== undefined;
      },
      { message: `mail number ${n} to ${address}`, intervals: [50, 100] },
    )
    .toBe(true);
  if (!found) throw new Error(`no mail number ${n} to ${address}`);
  return found;
}

export function codeIn(mail: Mail): string {
  const code = /\b\d{6}\b/.exec(mail.text)?.[0];
  if (!code) throw new Error(`no code in the mail '${mail.subject}'`);
  return code;
}

/** The first link to a path of the product in a mail. */
export function linkIn(mail: Mail, path: string): URL {
  const link = mail.text.match(/https?:\/\/\S+/g)?.find((item) => new URL(item).pathname === path);
  if (!link) throw new Error(`no link to ${path} in the mail '${mail.subject}'`);
  return new URL(link);
}
