import type { Config } from '../../config/config.ts';
import { folderMailer, mailFolderOf } from './mail-folder.ts';
import { type Mailer, MailRefused } from './mailer.ts';
import { smtpMailer } from './smtp-mailer.ts';

/** Where mail goes: to the SMTP server when there is one, else into DATA_DIR/outbox. */
export function mailerOf(config: Pick<Config, 'smtpUrl' | 'dataDir' | 'publicUrl'>): Mailer {
  const idHost = new URL(config.publicUrl).hostname;
  return config.smtpUrl === undefined ? folderMailer(mailFolderOf(config), idHost) : smtpMailer(config.smtpUrl, idHost);
}

/** The same mailer, which reports how each attempt to send ended. */
export function countedMailer(mailer: Mailer, count: (outcome: 'sent' | 'refused' | 'failed') => void): Mailer {
  return {
    send: async (mail) => {
      try {
        await mailer.send(mail);
      } catch (error) {
        count(error instanceof MailRefused ? 'refused' : 'failed');
        throw error;
      }
      count('sent');
    },
    close: () => mailer.close(),
  };
}
