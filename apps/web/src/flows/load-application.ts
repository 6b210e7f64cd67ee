import { type ResponseOf, serviceApplication, temporaryApplication } from '@firstyear/api-contract';
import { request } from '../api/client.ts';
import { UnauthorizedError, wordsOf } from '../api/errors.ts';
import { postWebStatus } from '../api/post-web-status.ts';
import { addAnotherQuery, profileQuery, tabsQuery } from '../api/queries.ts';
import type { AppServices } from '../app/app-services.tsx';
import { snapshotOf } from '../session/snapshot.ts';
import { showError } from '../ui/toast-store.ts';

/** One page of the form, all pages of the PDF, or these and a divider for each uploaded document. */
export type ServicePrint = 'page' | 'all' | 'packet';

export interface ServiceApplication {
  readonly application: ResponseOf<typeof serviceApplication>;
  readonly prints: ServicePrint;
}

const SERVICE_STATE = 'service_token';

/** Takes a parameter out of the address bar; the history entry keeps what else it holds. */
function hideParameter(name: string, keep?: Readonly<Record<string, string>>): void {
  const url = new URL(window.location.href);
  url.searchParams.delete(name);
  const state: unknown = window.history.state;
  window.history.replaceState({ ...(typeof state === 'object' ? state : {}), ...keep }, '', url);
}

/** The service token of this load: from the address, or after a reload from the history entry. */
function serviceTokenOf(url: URL): string | null {
  const fromAddress = url.searchParams.get('service_token');
  if (fromAddress !== null) return fromAddress;
  const state: unknown = window.history.state;
  const kept: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, SERVICE_STATE) : undefined;
  return typeof kept === 'string' ? kept : null;
}

function servicePrintOf(url: URL): ServicePrint {
  const wish = url.searchParams.get('print');
  return wish === 'all' || wish === 'packet' ? wish : 'page';
}

async function loadServiceView(services: AppServices, token: string, prints: ServicePrint): Promise<void> {
  services.snapshot.set({ is_service_user: true, is_logged_in: false });
  // Answers typed here as a visitor are not the application's: nothing may be mixed in (readings AMB-009).
  services.answers.suspend();
  hideParameter('service_token', { [SERVICE_STATE]: token });
  const application = await request(serviceApplication, { query: { service_token: token } });
  services.answers.loadSaved(application.answer, { keepTyped: false });
  services.answers.setTabs(application.tabs);
  services.answers.setAddAnother(application.add_another);
  services.service.set({ application, prints });
}

async function loadTemporaryApplication(services: AppServices, token: string): Promise<void> {
  services.visit.readToken = token;
  try {
    services.answers.fillEmpty(await request(temporaryApplication, { query: { token } }));
    hideParameter('token');
  } catch (error) {
    showError(wordsOf(error));
  }
}

/** Tabs and repeater counts: the page works with their defaults, so that a failure is only said. */
async function orDefault<T extends object>(load: Promise<T>): Promise<T | undefined> {
  try {
    return await load;
  } catch (error) {
    if (error instanceof UnauthorizedError) throw error;
    showError(wordsOf(error));
    return undefined;
  }
}

/** A logged-in applicant with no status is set to started, and it is posted (STATE-03). */
function startApplication({ snapshot, queryClient }: AppServices): void {
  snapshot.set({ web_status: 'started' });
  postWebStatus(queryClient, 'started').catch((error: unknown) => {
    if (!(error instanceof UnauthorizedError)) showError(wordsOf(error));
  });
}

async function loadProfile(services: AppServices): Promise<void> {
  const { queryClient, snapshot, answers, autosave, visit } = services;
  const [profile, tabs, addAnother] = await Promise.all([
    queryClient.ensureQueryData(profileQuery),
    orDefault(queryClient.ensureQueryData(tabsQuery)),
    orDefault(queryClient.ensureQueryData(addAnotherQuery)),
  ]);
  if (visit.loadedFor === profile.username) return;
  visit.loadedFor = profile.username;
  const known = snapshotOf(profile);
  const wasAt = visit.interrupted?.username === profile.username ? visit.interrupted.page : known.last_page;
  visit.interrupted = null;
  const isSubmitted = known.web_status === 'submitted';
  answers.signIn(profile.username);
  answers.loadSaved(profile.answer, { keepTyped: !isSubmitted });
  if (tabs) answers.setTabs(tabs);
  if (addAnother) answers.setAddAnother(addAnother);
  snapshot.set({ ...known, last_page: wasAt });
  if (isSubmitted) return;
  answers.fillEmpty({ email_address: profile.username });
  autosave.start();
  if (known.web_status === 'none') startApplication(services);
}

/**
 * What the form pages need before they are drawn: the service view, a temporary application, the profile of whoever
 * is logged in. Safe to run again: what is loaded stays.
 */
export async function loadApplication(services: AppServices, url: URL): Promise<void> {
  if (services.service.get()) return;
  const serviceToken = serviceTokenOf(url);
  if (serviceToken !== null) {
    await loadServiceView(services, serviceToken, servicePrintOf(url));
    return;
  }
  if (services.snapshot.get().is_logged_in) await loadProfile(services);
  const token = url.searchParams.get('token');
  if (token && services.visit.readToken !== token) await loadTemporaryApplication(services, token);
}
