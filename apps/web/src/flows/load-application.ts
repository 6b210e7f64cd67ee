import { PARAMETERS } from '@firstyear/api-contract/addresses';
import { createValue, useRequired, type ValueStore } from '@firstyear/ui/hooks.ts';
import { createContext } from 'react';
import { prepareCalls } from '../api/client.ts';
import { loadPart } from '../api/load-part.ts';
import { happened, loadBegan } from '../session/visit.ts';
import type { FormNews, LoadParts, Place, ServiceApplication } from './load-steps.ts';
import type { Deferral } from './served-calls.ts';

export interface ApplicationLoad {
  /**
   * Loads, once a visit, what the form pages need before they are drawn: the service view, a temporary application, the
   * profile of the logged-in applicant. The same promise on every drawing; null: there is nothing to load.
   */
  readonly loadOnce: () => Promise<void> | null;
  /** Whether the form shows only what this tab keeps: the saved answers come, and saving begins, with the connection. */
  readonly isPartial: Pick<ValueStore<boolean>, 'get' | 'subscribe'>;
  /** Why what is loaded takes longer, while it is tried again; null: it does not. */
  readonly deferred: Pick<ValueStore<Deferral | null>, 'get' | 'subscribe'>;
  /** What the service view shows; null outside of it. */
  readonly service: ValueStore<ServiceApplication | null>;
  /** What there is to say of changes of the form; null: nothing. */
  readonly news: ValueStore<FormNews | null>;
}

const ApplicationLoadContext = createContext<ApplicationLoad | null>(null);
export const ApplicationLoadProvider = ApplicationLoadContext.Provider;

export function useApplicationLoad(): ApplicationLoad {
  return useRequired(ApplicationLoadContext, 'the loaded application');
}

const NOTHING = Promise.resolve();

/** The service token of this load: from the address, or after a reload from the history entry. */
function serviceTokenOf({ url, state }: Place): string | null {
  const fromAddress = url.searchParams.get(PARAMETERS.serviceToken);
  if (fromAddress !== null) return fromAddress;
  const kept: unknown =
    typeof state === 'object' && state !== null ? Reflect.get(state, PARAMETERS.serviceToken) : undefined;
  return typeof kept === 'string' ? kept : null;
}

export function createApplicationLoad(parts: LoadParts): ApplicationLoad {
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
    // Beside the steps, which ask at once.
    void prepareCalls();
    const { createLoad } = await loadPart(() => import('./load-steps.ts'));
    if (!visit.isEnding && visit.loading === loading)
      await createLoad(parts, { deferred, service, news })(place.url, serviceTokenOf(place));
  };

  const hasNothingToLoad = (place: Place) => parts.logout === null && !needsSteps(place);

  return {
    service,
    news,
    isPartial,
    deferred,
    loadOnce: () => {
      if (visit.isEnding) return NOTHING;
      if (visit.loading === null && hasNothingToLoad(parts.place())) return null;
      // Not at once: it changes stores, and this runs while React draws.
      if (!visit.loading) happened(visit, loadBegan(NOTHING.then(() => load(parts.place()))));
      return visit.loading;
    },
  };
}
