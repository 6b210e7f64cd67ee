/** A clock that stands still until a test moves it. */
export class TestClock {
  #now: number;

  constructor(start = '2026-11-21T12:00:00Z') {
    this.#now = Date.parse(start);
  }

  readonly now = (): Date => new Date(this.#now);

  advance(milliseconds: number): void {
    this.#now += milliseconds;
  }

  set(moment: Date): void {
    this.#now = moment.getTime();
  }
}
