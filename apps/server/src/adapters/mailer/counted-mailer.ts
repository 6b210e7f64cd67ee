import { type Mailer, MailRefused } from './mailer.ts';

/** The same mailer, which tells how each try to send ended. */
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
