import { PARAMETERS } from '@firstyear/api-contract/addresses';
import { createRequired, createValue } from '@firstyear/ui/hooks.ts';
import { prepareCalls } from '../api/client.ts';
import { loadPart } from '../api/load-part.ts';
import { recordEvent } from '../session/visit.ts';
import type { FormNews, LoadParts, Place, ServiceApplication } from './load-steps.ts';
import type { Deferral } from './served-calls.ts';

const NOTHING = Promise.resolve();

/** The service token of this load: from the address, or after a reload from the history entry. */
function serviceTokenOf({ url, state }: Place): string | null {
  const fromAddress = url.searchParams.get(PARAMETERS.serviceToken);
  if (fromAddress !== null) return fromAddress;
  const kept: unknown =
    typeof state === 'object' && state !== null ? Reflect.get(state, PARAMETERS.serviceToken) : undefined;
  return typeof kept === 'string' ? kept : null;
}

export function createApplicationLoad(parts: LoadParts) {
  const { snapshot, visit, isPartial } = parts;
  const service = createValue<ServiceApplication | null>(null);
  const deferred = createValue<Deferral | null>(null);
  const news = createValue<FormNews | null>(null);

  const needsSteps = (place: Place) =>
    serviceTokenOf(place) !== null || snapshot.get().is_logged_in || place.url.searchParams.get(PARAMETERS.token);

  const load = async (place: Place) => {
    const { loading } = visit;
    await parts.logout;
    if (!needsSteps(place)) return;
    // In parallel with the script of the steps, which make calls at once.
    void prepareCalls();
    const { createLoad } = await loadPart(() => import('./load-steps.ts'));
    if (!visit.isEnding && visit.loading === loading)
      await createLoad(parts, { deferred, service, news })(place.url, serviceTokenOf(place));
  };

  const hasNothingToLoad = (place: Place) => parts.logout === null && !needsSteps(place);

  return {
    /** The application of the service view; null outside of it. */
    service,
    /** News about changes of the form; null: none. */
    news,
    /** Whether the form shows only what this tab keeps: the saved answers come, and saving begins, with the connection. */
    isPartial,
    /** Why the load takes longer, while it is retried; null: it does not. */
    deferred,
    /**
     * Loads, once a visit, what the form pages need before they are drawn: the service view, a temporary application, the
     * profile of the logged-in applicant. The same promise on every render; null: there is nothing to load.
     */
    loadOnce: () => {
      if (visit.isEnding) return NOTHING;
      if (visit.loading === null && hasNothingToLoad(parts.place())) return null;
      // Not at once: it changes stores, and this runs while React renders.
      if (!visit.loading) recordEvent(visit, { loading: NOTHING.then(() => load(parts.place())) });
      return visit.loading;
    },
  };
}

type ApplicationLoad = ReturnType<typeof createApplicationLoad>;

export const [ApplicationLoadProvider, useApplicationLoad] = createRequired<ApplicationLoad>('the loaded application');
