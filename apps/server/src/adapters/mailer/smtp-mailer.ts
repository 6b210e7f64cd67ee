import { errorCode } from '@firstyear/processes/error-code';
import { createTransport } from 'nodemailer';
import { type Mailer, MailRefused, nodemailerMessage } from './mailer.ts';

const WITHIN_MS = 10_000;

/** SMTP replies of 550 and above are about this mail and final; those below may pass. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error)) return false;
  const isAboutMail = ['EENVELOPE', 'EMESSAGE'].includes(errorCode(error) ?? '');
  return isAboutMail && typeof error.responseCode === 'number' && error.responseCode >= 550;
}

/** How the SMTP server at a url is reached. */
function optionsOf(url: string) {
  const address = new URL(url);
  return {
    host: address.hostname,
    ...(address.port === '' ? {} : { port: Number(address.port) }),
    secure: address.protocol === 'smtps:',
    ...(address.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(address.username), pass: decodeURIComponent(address.password) } }),
    connectionTimeout: WITHIN_MS,
    greetingTimeout: WITHIN_MS,
    socketTimeout: WITHIN_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as const;
}

/** Logs in at the SMTP server at `url` and out again. Throws when that fails. */
export async function greetSmtpServer(url: string): Promise<void> {
  const transport = createTransport(optionsOf(url));
  await transport.verify().finally(() => transport.close());
}

/** Sends through the SMTP server at `url`, such as smtp://user:password@host:587. */
export function smtpMailer(url: string, idHost: string): Mailer {
  const transport = createTransport({ ...optionsOf(url), pool: true, maxConnections: 3 });
  return {
    send: async (message) => {
      try {
        await transport.sendMail(nodemailerMessage(message, idHost));
      } catch (error) {
        if (isFinal(error)) throw new MailRefused('the mail server refused this mail');
        throw error;
      }
    },
    close: async () => transport.close(),
  };
}
