/** Reads wall time and CPU time, in milliseconds. */
export interface DeadlineClock {
  /** The time that has passed. */
  wall(): number;
  /** The time that this thread has worked. */
  cpu(): number;
}

const systemTime: DeadlineClock = {
  wall: () => performance.now(),
  cpu: () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  },
};

/** How long processors may take on one record, by either clock. */
const maxRecordMs = 250;

/**
 * Measures whether the work on a record has taken too long. A record times out by CPU time only, because a suspended process does not
 * work. CPU time is read only after the same wall time, which is cheaper to read.
 */
export class RecordDeadline {
  readonly #time: DeadlineClock;
  #end = 0;
  #cpuEnd: number | undefined;

  constructor(time: DeadlineClock = systemTime) {
    this.#time = time;
  }

  /** Starts the work on a record. */
  start(): void {
    this.#end = this.#time.wall() + maxRecordMs;
    this.#cpuEnd = undefined;
  }

  get isOver(): boolean {
    if (this.#time.wall() < this.#end) return false;
    this.#cpuEnd ??= this.#time.cpu() + maxRecordMs;
    return this.#time.cpu() >= this.#cpuEnd;
  }
}
