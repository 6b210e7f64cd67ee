import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string>();

/** The id of the request for whose sake the present work is done, also when a job does it later; nothing otherwise. */
export function requestId(): string | undefined {
  return current.getStore();
}

/** Does work for the sake of a request: its log lines and the jobs that it sends carry the id. */
export function withRequestId<T>(id: string | undefined, work: () => T): T {
  return id === undefined ? work() : current.run(id, work);
}
