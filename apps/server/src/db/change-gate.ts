import { ErrorForPeople } from '../process/error-for-people.ts';

/** How long to wait for a database, in milliseconds. */
export interface ResponseLimits {
  /** For the response to one message: longer than a statement may take, so that PostgreSQL itself ends slow statements. */
  readonly responseMs: number;
  /** How long changes are refused after one timed out; doubles each time, up to 16 times. */
  readonly holdMs: number;
}

/** For web server and worker, where a statement may take 10 s. */
export const RESPONSE_LIMITS: ResponseLimits = { responseMs: 12_000, holdMs: 15_000 };

const MAX_HOLD_FACTOR = 16;

/**
 * PostgreSQL has not responded in time to this change or an earlier one. Whether it keeps the change is unknown: a commit
 * that waits for a synchronous standby ends when the standby is back.
 */
export class NoResponseError extends ErrorForPeople {
  override readonly name = 'NoResponseError';
}

/**
 * Refuses changes while a commit hangs in PostgreSQL. A closed connection keeps waiting and counting there, so closing them
 * would soon use up all allowed connections. The first one stays open instead, and its response means that changes work
 * again. When it waits too long, one change at a time is tried.
 */
export class ChangeGate {
  readonly #holdMs: number;
  #holdFactor = 1;
  #endHold: (() => void) | undefined;
  /** Whether a change has ended since the last timeout. */
  #isProven = true;
  #underWay = 0;

  constructor(holdMs: number) {
    this.#holdMs = holdMs;
  }

  /** Call before a change or a transaction. Throws NoResponseError when it couldn't finish. */
  enter(): void {
    if (this.#endHold !== undefined || (!this.#isProven && this.#underWay > 0)) {
      throw new NoResponseError('The database has not responded to an earlier change yet.');
    }
    this.#underWay += 1;
  }

  /** Call after each change that entered. `isKept`: the database confirmed it. */
  leave(isKept: boolean): void {
    this.#underWay -= 1;
    if (isKept) this.#isProven = true;
  }

  /** Takes a connection whose change timed out, and closes it once it has a response or the hold ends. */
  timeOut(response: Promise<unknown>, close: () => void): void {
    this.#isProven = false;
    if (this.#endHold !== undefined) {
      close();
      return;
    }
    const end = (): void => {
      clearTimeout(timer);
      this.#endHold = undefined;
      close();
    };
    const timer = setTimeout(() => {
      this.#holdFactor = Math.min(this.#holdFactor * 2, MAX_HOLD_FACTOR);
      end();
    }, this.#holdMs * this.#holdFactor);
    this.#endHold = end;
    const respond = (): void => {
      if (this.#endHold !== end) return;
      this.#isProven = true;
      this.#holdFactor = 1;
      end();
    };
    response.then(respond, respond);
  }

  /** Closes the connection that is held open. */
  stop(): void {
    this.#endHold?.();
  }
}
