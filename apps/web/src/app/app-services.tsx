import type { Form, PartnerConfig } from '@firstyear/application-form';
import type { QueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { AnswerStore } from '../answers/answer-store.ts';
import type { Autosave } from '../autosave/autosave.ts';
import type { ServiceApplication } from '../flows/load-application.ts';
import type { ValidationReporter } from '../form/report-validations.ts';
import type { Inactivity } from '../session/inactivity.ts';
import type { NavigationState } from '../session/navigation-state.ts';
import type { Snapshot, SnapshotStore } from '../session/snapshot.ts';
import { useValue, type ValueStore } from '../ui/value-store.ts';

export interface Attempts {
  readonly count: number;
  /** The page whose summary takes the focus; null: whichever is shown. */
  readonly page: string | null;
}

/** What this load of the page, or this login, has seen so far. In memory only (readings AMB-035). */
export interface Visit {
  /** The username whose saved answers are in the store. */
  loadedFor: string | null;
  /** The token of a temporary application that has been read. */
  readToken: string | null;
  /** Something has been shown: the last page is not gone back to any more. */
  hasLanded: boolean;
  /** The form page shown last; null before the first one. */
  lastPath: string | null;
  /** The load of what the form pages need, while it is under way and after. */
  loading: Promise<void> | null;
  /** The session is being ended until the Log In card is there: a 401 says nothing new, form pages draw nothing. */
  isEnding: boolean;
  /** The attempt to submit whose errors the summary has taken the focus for. */
  seenAttempt: number;
  /** Where a session that ended by itself was at work: its applicant goes on there after logging in again. */
  interrupted: { readonly username: string; readonly page: string } | null;
  /** The message that goes to /completion with whoever has just submitted. */
  submitted: string | null;
}

export const FIRST_VISIT: Visit = {
  loadedFor: null,
  readToken: null,
  hasLanded: false,
  lastPath: null,
  loading: null,
  isEnding: false,
  seenAttempt: 0,
  interrupted: null,
  submitted: null,
};

export interface GoOptions {
  readonly replace?: boolean;
  readonly state?: NavigationState;
}

/** The parts of the running application; made once, handed down by context. */
export interface AppServices {
  readonly partner: PartnerConfig;
  readonly form: Form;
  readonly queryClient: QueryClient;
  readonly snapshot: SnapshotStore;
  readonly answers: AnswerStore;
  readonly autosave: Autosave;
  readonly validationReporter: ValidationReporter;
  readonly inactivity: Inactivity;
  /** Whether 'Still working?' is open. */
  readonly stillWorking: ValueStore<boolean>;
  /** An error of the logout or inactivity flow, on its way to the error boundary (ERR-21). */
  readonly flowError: ValueStore<unknown>;
  /** The attempts to submit: the validation summary takes the focus after each. */
  readonly attempts: ValueStore<Attempts>;
  /** What the service view shows. */
  readonly service: ValueStore<ServiceApplication | null>;
  readonly visit: Visit;
  /** null where the browser blocks it. */
  readonly localStorage: Storage | null;
  /** Whether the browser lets the tab keep unsaved answers over a reload. */
  readonly hasTabStorage: boolean;
  readonly clock: () => Date;
  /** Goes to an address of the app, from outside of components too. */
  readonly go: (to: string, options?: GoOptions) => void;
  /** Where go leads; the router puts itself in. */
  readonly navigator: { go: ((to: string, options?: GoOptions) => void) | null };
}

const AppServicesContext = createContext<AppServices | null>(null);
export const AppServicesProvider = AppServicesContext.Provider;

export function useAppServices(): AppServices {
  const services = useContext(AppServicesContext);
  if (!services) throw new Error('A component of the shell stands outside of AppServicesProvider.');
  return services;
}

export function useSnapshot(): Snapshot {
  return useValue(useAppServices().snapshot);
}
