/** What time is read from, in milliseconds. */
export interface Clock {
  /** As it passes. */
  wall(): number;
  /** As this thread has worked. */
  cpu(): number;
}

const systemTime: Clock = {
  wall: () => performance.now(),
  cpu: () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  },
};

/** How long processors may take on one row, by each of the two times. */
const maxRecordMs = 250;

/**
 * Whether the work on a row has taken too long. Time that passes is cheap to read and says when to look closer; a row is only
 * given up after work of this thread, since a process that was held up has not worked.
 */
export class RecordDeadline {
  readonly #time: Clock;
  #end = 0;
  #cpuEnd: number | undefined;

  constructor(time: Clock = systemTime) {
    this.#time = time;
  }

  /** The work on a row begins. */
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
