import { activity, IDLE_LIMIT_MS, validations } from '@firstyear/api-contract';
import type { ErrorMap, Form, PartnerConfig } from '@firstyear/application-form';
import { createAnswerStore } from '../answers/answer-store.ts';
import { onUnauthorized, request } from '../api/client.ts';
import { wordsOf } from '../api/errors.ts';
import { createQueryClient } from '../api/queries.ts';
import { createAutosave } from '../autosave/autosave.ts';
import { browserClock, failureOfSave, putAnswers } from '../autosave/put-answers.ts';
import type { ServiceApplication } from '../flows/load-application.ts';
import { createValidationReporter } from '../form/report-validations.ts';
import { createInactivity } from '../session/inactivity.ts';
import { logOut, sessionIsInvalid } from '../session/session-end.ts';
import { createSnapshotStore, hasSessionCookie } from '../session/snapshot.ts';
import { sessionText } from '../text/session.ts';
import { showError } from '../ui/toast-store.ts';
import { createValue } from '../ui/value-store.ts';
import { type AppServices, type Attempts, FIRST_VISIT } from './app-services.tsx';

/** A storage of the browser, or null where it is blocked. */
function storageOf(name: 'sessionStorage' | 'localStorage'): Storage | null {
  try {
    return window[name];
  } catch {
    return null;
  }
}

/** The error map as a plain body. */
function bodyOf(errors: ErrorMap): Record<string, string[]> {
  return Object.fromEntries(Object.entries(errors).map(([key, messages]) => [key, [...messages]]));
}

/** Makes the parts of the application and joins them. Once a page load. */
export function createAppServices(partner: PartnerConfig, form: Form): AppServices {
  const clock = () => new Date();
  const snapshot = createSnapshotStore({ is_logged_in: hasSessionCookie(document.cookie) });
  const tabStorage = storageOf('sessionStorage');
  const answers = createAnswerStore(form, clock, tabStorage);
  const localStorage = storageOf('localStorage');
  const stillWorking = createValue(false);
  const autosave = createAutosave({
    store: answers,
    clock: browserClock,
    client: crypto.randomUUID(),
    put: putAnswers,
    failureOf: failureOfSave,
    onStopped: (failure, error) => {
      if (failure !== 'locked') return;
      // Submitted in another tab or on another device: nothing can be changed any more.
      showError(wordsOf(error));
      snapshot.set({ web_status: 'submitted' });
    },
  });
  const inactivity = createInactivity({
    limitMs: IDLE_LIMIT_MS,
    clock: browserClock,
    storage: localStorage,
    onWarning: (isOpen) => {
      if (isOpen) autosave.flush();
      stillWorking.set(isOpen);
    },
    onExpired: () => void logOut(services, sessionText.inactive),
    onHeartbeat: () => {
      request(activity).catch(() => {
        // A 401 has ended the session already; anything else shows with the next save.
      });
    },
  });
  const validationReporter = createValidationReporter({
    store: answers,
    post: (errors) => request(validations, { payload: bodyOf(errors) }),
    after: browserClock.after,
  });
  const services: AppServices = {
    partner,
    form,
    queryClient: createQueryClient(),
    snapshot,
    answers,
    autosave,
    validationReporter,
    inactivity,
    stillWorking,
    flowError: createValue<unknown>(undefined),
    attempts: createValue<Attempts>({ count: 0, page: null }),
    service: createValue<ServiceApplication | null>(null),
    localStorage,
    hasTabStorage: tabStorage !== null,
    visit: { ...FIRST_VISIT },
    clock,
    navigator: { go: null },
    go: (to, options) => services.navigator.go?.(to, options),
  };
  onUnauthorized(() => sessionIsInvalid(services));
  return services;
}
