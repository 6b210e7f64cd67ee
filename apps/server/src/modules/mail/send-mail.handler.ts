import { sendMail } from '../../jobs/all-jobs.ts';
import { type JobHandler, jobHandler } from '../../jobs/job.ts';
import { type SendMailDependencies, sendQueuedMail } from './service.ts';

export function sendMailHandler(deps: SendMailDependencies): JobHandler {
  return jobHandler(sendMail, ({ mail_id }) => sendQueuedMail(deps, mail_id), { concurrency: 3 });
}
