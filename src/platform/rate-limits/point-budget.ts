import { fail } from '#kernel/fail.ts';

/** What the budget of a caller is made of. */
export interface BudgetTerms {
  /** The maximum number of points in the minute, over all processes. */
  readonly limit: number;
  /** Adds points that this process has spent to the count in the database. Returns the count of all processes. */
  readonly report: (points: number) => Promise<number>;
  /** The seconds until the minute ends. */
  readonly secondsLeft: () => number;
}

/** The part of a limit that a process may spend before the database has counted it. */
const unreportedShare = 1 / 20;

/**
 * The points of one caller in one minute, as one process knows them. The process spends a block of points, a twentieth of the limit, without
 * the database, and reports them once half of the block is spent; only a caller who spends the rest of the block before the report has
 * returned waits for it. So all processes together admit the limit, and at most a block for each of them, or one request that costs more.
 */
export class PointBudget {
  readonly limit: number;
  readonly #terms: BudgetTerms;
  readonly #block: number;
  /** The points of all processes, as of the last report. */
  #reported = 0;
  /** The points of this process that the last report did not include. */
  #unreported = 0;
  #report: Promise<void> | undefined;
  /** Whether a report failed: the process then counts alone until the minute ends. */
  #isAlone = false;

  constructor(terms: BudgetTerms) {
    this.limit = terms.limit;
    this.#terms = terms;
    this.#block = Math.max(1, Math.floor(terms.limit * unreportedShare));
  }

  /** The points that are left, as far as the process knows. */
  get remaining(): number {
    return Math.max(0, this.limit - this.#reported - this.#unreported);
  }

  /** The seconds until the budget is full again. */
  get secondsLeft(): number {
    return this.#terms.secondsLeft();
  }

  /**
   * Spends points; a price above the limit takes all of them. Returns a promise only where the decision waits for a report. Fails
   * RATE_LIMIT_EXCEEDED, and then spends nothing.
   */
  spend(points: number): Promise<void> | undefined {
    const price = Math.min(points, this.limit);
    this.#requireLeft(price);
    if (this.#mustReportBefore(price)) return this.#spendAfterReport(price);
    this.#take(price);
    return undefined;
  }

  async #spendAfterReport(price: number): Promise<void> {
    while (this.#mustReportBefore(price)) {
      await this.#sendReport();
      this.#requireLeft(price);
    }
    this.#take(price);
  }

  #mustReportBefore(price: number): boolean {
    return !this.#isAlone && this.#unreported > 0 && this.#unreported + price > this.#block;
  }

  #take(price: number): void {
    this.#unreported += price;
    if (!this.#isAlone && this.#unreported * 2 >= this.#block) void this.#sendReport();
  }

  #requireLeft(price: number): void {
    if (price > this.remaining)
      fail('RATE_LIMIT_EXCEEDED', { limit: this.limit, unit: 'points', seconds: Math.max(1, this.secondsLeft) });
  }

  /** Reports what is not reported yet; calls during a report wait for the same one. */
  #sendReport(): Promise<void> {
    return (this.#report ??= this.#reportOnce().finally(() => {
      this.#report = undefined;
    }));
  }

  async #reportOnce(): Promise<void> {
    const points = this.#unreported;
    try {
      this.#reported = await this.#terms.report(points);
      this.#unreported -= points;
    } catch {
      this.#isAlone = true;
    }
  }
}
