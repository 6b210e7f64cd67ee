import type { Config } from '../../config/config.ts';
import { folderMailer } from './folder-mailer.ts';
import { mailFolderOf } from './mail-folder.ts';
import type { Mailer } from './mailer.ts';
import { smtpMailer } from './smtp-mailer.ts';

/** Where mail goes: to the SMTP server when there is one, else into DATA_DIR/outbox. */
export function mailerOf(config: Pick<Config, 'smtpUrl' | 'dataDir' | 'publicUrl'>): Mailer {
  const idHost = new URL(config.publicUrl).hostname;
  return config.smtpUrl === undefined ? folderMailer(mailFolderOf(config), idHost) : smtpMailer(config.smtpUrl, idHost);
}
