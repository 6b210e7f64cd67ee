import { type SendMailDependencies, sendQueuedMail } from '../modules/mail/service.ts';
import { type JobHandler, jobHandler } from './job.ts';
import { sendMail } from './send-mail.ts';

/** Does send-mail. */
export function sendMailHandler(deps: SendMailDependencies): JobHandler {
  return jobHandler(sendMail, ({ mail_id }) => sendQueuedMail(deps, mail_id), { concurrency: 3 });
}
