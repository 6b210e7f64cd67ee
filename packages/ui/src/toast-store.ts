/** What an error is about. Once it is resolved, its toast closes. */
export type ErrorCause = 'connection' | 'save' | 'report' | 'submission';

/** A short message at the edge of the window. */
export interface Toast {
  readonly id: number;
  readonly kind: 'success' | 'error';
  readonly message: string;
  /** Heading of an error toast; 'Error' when not given. */
  readonly title?: string;
  /** Runs when an error toast is closed, by button, swipe or time (AMB-104). */
  readonly onReset?: () => void;
}

/** What an error toast may have besides its message. */
export interface ErrorToast extends Pick<Toast, 'title' | 'onReset'> {
  /** The toast goes once they are all over (D24). */
  readonly causes?: readonly ErrorCause[];
}

interface ShownToast extends Toast {
  /** Those of its causes that are not over yet. */
  readonly causes?: Set<ErrorCause>;
}

let toasts: readonly ShownToast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function publish(next: readonly ShownToast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a success message for 5 seconds, replacing an earlier one. */
export function showSuccess(message: string): void {
  lastId += 1;
  const rest = toasts.filter((toast) => toast.kind !== 'success');
  publish([...rest, { id: lastId, kind: 'success', message }]);
}

/**
 * Shows an error for 5 minutes, or until it is closed or over. The same words are not stacked twice: they stay until
 * everything that they were said of is over.
 */
export function showError(message: string, { causes, ...options }: ErrorToast = {}): void {
  lastId += 1;
  const same = toasts.find((toast) => toast.kind === 'error' && toast.message === message);
  const all = causes && { causes: new Set([...causes, ...(same?.causes ?? [])]) };
  publish([...toasts.filter((toast) => toast !== same), { id: lastId, kind: 'error', message, ...options, ...all }]);
}

/** Takes a toast away; runs its onReset. */
export function closeToast(id: number): void {
  const closed = toasts.find((toast) => toast.id === id);
  publish(toasts.filter((toast) => toast.id !== id));
  closed?.onReset?.();
}

/** Closes the toasts of resolved errors: connected again, saved after all, submitted. */
export function endErrors(cause: ErrorCause): void {
  for (const { id, causes } of toasts) if (causes?.delete(cause) && causes.size === 0) closeToast(id);
}

/** Takes all toasts away without running anything: the session they spoke of is over. */
export function clearToasts(): void {
  publish([]);
}

export function currentToasts(): readonly Toast[] {
  return toasts;
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
