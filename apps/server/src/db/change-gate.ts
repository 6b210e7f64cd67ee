import { ErrorForPeople } from '../errors/error-for-people.ts';

/** How long to wait for a database, in milliseconds. */
export interface ResponseLimits {
  /** For the response to one message. More than a statement may take, so that PostgreSQL itself ends what merely takes long. */
  readonly responseMs: number;
  /** How long changes are refused at first after one timed out; doubled each time, up to 16 times. */
  readonly holdMs: number;
}

/** Of the web server and the worker. A statement may take 10 s. */
export const RESPONSE_LIMITS: ResponseLimits = { responseMs: 12_000, holdMs: 15_000 };

const MAX_HOLD_FACTOR = 16;

/**
 * PostgreSQL has not responded in time, or not to a change before this one. Whether the change is kept is not known:
 * a commit that waits for a synchronous standby ends when the standby is back.
 */
export class NoResponseError extends ErrorForPeople {
  override readonly name = 'NoResponseError';
}

/**
 * Refuses changes while a commit hangs in PostgreSQL. A connection that is closed meanwhile keeps waiting inside PostgreSQL
 * and counts there, so one after another would use up all that it allows. The first is kept open instead: its
 * response says that changes can be made again. When it waits for too long, one change at a time is tried.
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

  /** Before a change, or a transaction. Throws NoResponseError when it couldn't finish. */
  enter(): void {
    if (this.#endHold !== undefined || (!this.#isProven && this.#underWay > 0)) {
      throw new NoResponseError('The database has not responded to an earlier change yet.');
    }
    this.#underWay += 1;
  }

  /** After each that entered. `isKept`: the database said so. */
  leave(isKept: boolean): void {
    this.#underWay -= 1;
    if (isKept) this.#isProven = true;
  }

  /** Takes a connection whose change got no response in time, and closes it when it has one, or at last without. */
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

  /** Closes what is kept open. */
  stop(): void {
    this.#endHold?.();
  }
}
