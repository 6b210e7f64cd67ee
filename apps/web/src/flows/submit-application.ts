import { submit } from '@firstyear/api-contract';
import { request } from '../api/client.ts';
import { postWebStatus } from '../api/post-web-status.ts';
import { profileQuery } from '../api/queries.ts';
import type { AppServices } from '../app/app-services.tsx';
import { pagePath } from '../paths.ts';
import { shellText } from '../text/shell.ts';
import { saveAnswers, sayFailure, signUpFirst } from './page-change.ts';

async function finish(services: AppServices): Promise<void> {
  const { queryClient, snapshot, autosave } = services;
  const { confirmation_number, submitted_at } = await request(submit);
  await postWebStatus(queryClient, 'submitted');
  autosave.stop();
  queryClient.setQueryData(
    profileQuery.queryKey,
    (profile) => profile && { ...profile, confirmation_number, submitted_at },
  );
  // The form pages send a submitted applicant to /completion, with this message.
  services.visit.submitted = shellText.submitted;
  snapshot.set({ web_status: 'submitted' });
}

async function runSteps(services: AppServices): Promise<void> {
  const { queryClient, snapshot, answers, attempts, partner, validationReporter } = services;
  await saveAnswers(services);
  if (snapshot.get().web_status === 'started') {
    await postWebStatus(queryClient, 'validating');
    snapshot.set({ web_status: 'validating' });
  }
  await validationReporter.report();
  if (Object.keys(answers.errors()).length === 0) {
    await finish(services);
    return;
  }
  snapshot.set({ has_changed_page: true });
  const page = partner.failed_submit_page ?? null;
  attempts.set({ count: attempts.get().count + 1, page });
  if (page) services.go(pagePath(page));
}

/**
 * The final submit's five steps in their order (specification 4). It stops at a step that fails, says so and keeps the
 * status reached; pressing again repeats safely (readings AMB-078).
 */
export async function submitApplication(services: AppServices): Promise<void> {
  if (!services.snapshot.get().is_logged_in) {
    signUpFirst(services);
    return;
  }
  try {
    await runSteps(services);
  } catch (error) {
    sayFailure(error);
  }
}
