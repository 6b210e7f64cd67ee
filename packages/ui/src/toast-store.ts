import { useState } from 'react';
import { createValue, useValue } from './hooks.ts';

/** The cause of an error. Once it is resolved, the toast closes. */
export type ErrorCause = 'connection' | 'save' | 'report' | 'submission';

export interface Toast {
  readonly id: number;
  readonly kind: 'success' | 'error';
  readonly message: string;
  /** Heading of an error toast; 'Error' when not given. */
  readonly title?: string;
  /** The language of message and title, where it isn't the page's. */
  readonly lang?: string;
  /** Runs when an error toast is closed, by button, swipe or time (AMB-104). */
  readonly onReset?: () => void;
  /** An error toast closes once all of them are resolved (D24). */
  readonly causes?: Set<ErrorCause>;
}

export interface ErrorToast extends Pick<Toast, 'title' | 'lang' | 'onReset'> {
  readonly causes?: readonly ErrorCause[];
}

const toasts = createValue<readonly Toast[]>([]);
let lastId = 0;

/** Shows a success message for 5 seconds, replacing an earlier one. */
export function showSuccess(message: string): void {
  lastId += 1;
  const rest = toasts.get().filter((toast) => toast.kind !== 'success');
  toasts.set([...rest, { id: lastId, kind: 'success', message }]);
}

/** Shows an error for 5 minutes, or until it is closed or resolved. The same message about two errors is one toast. */
export function showError(message: string, { causes, ...options }: ErrorToast = {}): void {
  lastId += 1;
  const same = toasts.get().find((toast) => toast.kind === 'error' && toast.message === message);
  const all = causes && { causes: new Set([...causes, ...(same?.causes ?? [])]) };
  const rest = toasts.get().filter((toast) => toast !== same);
  toasts.set([...rest, { id: lastId, kind: 'error', message, ...options, ...all }]);
}

/** Closes a toast and runs its onReset. */
export function closeToast(id: number): void {
  const closed = toasts.get().find((toast) => toast.id === id);
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
  closed?.onReset?.();
}

/** Closes the toasts of a resolved error: connected again, saved after all, submitted. */
export function endErrors(cause: ErrorCause): void {
  for (const { id, causes } of toasts.get()) if (causes?.delete(cause) && causes.size === 0) closeToast(id);
}

/** Removes all toasts without running their onReset: their session has ended. */
export function clearToasts(): void {
  toasts.set([]);
}

export const currentToasts = (): readonly Toast[] => toasts.get();
export const useToasts = (): readonly Toast[] => useValue(toasts);

/** Whether there has been a toast since the component was mounted: the script of their region is loaded with the first. */
export function useHasToasted(): boolean {
  const hasToasts = useToasts().length > 0;
  const [hasToasted, setHasToasted] = useState(false);
  if (hasToasts && !hasToasted) setHasToasted(true);
  return hasToasted;
}
