import { WorkPermits } from '#kernel/work-permits.ts';
import type { JobQueue } from '#platform/jobs/job-queue.ts';

/** The publications of a process that read and write records at a time; the last slot is for another user. */
const limits = { permits: 4, permitsOfCaller: 3 };
/** The publications that a process runs at a time, those included that wait for the bytes of a source. */
export const runConcurrency = { concurrency: 8, groupConcurrency: 6 };

const permitsOf = new WeakMap<JobQueue, WorkPermits>();

function permitsIn(jobs: JobQueue): WorkPermits {
  const permits = permitsOf.get(jobs) ?? new WorkPermits(limits);
  permitsOf.set(jobs, permits);
  return permits;
}

/** The slot of one publication. It is given back while the publication waits for the bytes of a source, so that slow sources stop no others. */
export class WorkSlot {
  readonly #permits: WorkPermits;
  readonly #user: string;
  readonly #signal: AbortSignal;
  #give: (() => void) | undefined;
  /** Whether the publication has had records since the last check. */
  #isBusy = false;

  constructor(jobs: JobQueue, user: string, signal: AbortSignal) {
    this.#permits = permitsIn(jobs);
    this.#user = user;
    this.#signal = signal;
  }

  /** Waits for a slot, where the publication has none. Throws the signal's reason when it aborts. */
  async take(): Promise<void> {
    this.#isBusy = true;
    this.#give ??= await this.#permits.take(this.#user, this.#signal);
  }

  /** Gives the slot back where the publication waits for bytes and has had no records since the last check. */
  check(isWaiting: boolean): void {
    if (isWaiting && !this.#isBusy) this.give();
    this.#isBusy = false;
  }

  /** Gives the slot back. */
  give(): void {
    this.#give?.();
    this.#give = undefined;
  }
}
