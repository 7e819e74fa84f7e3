/** What time is read from, in milliseconds. */
export interface TimeSource {
  /** As it passes. */
  wall(): number;
  /** As this thread has worked. */
  cpu(): number;
}

const systemTime: TimeSource = {
  wall: () => performance.now(),
  cpu: () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  },
};

/** How long processors may take on one row, by each of the two times. */
const maxRowMs = 250;

/**
 * Whether the work on a row has taken too long. Time that passes is cheap to read and says when to look closer; a row is only
 * given up after work of this thread, since a process that was held up has not worked.
 */
export class RowClock {
  readonly #time: TimeSource;
  #end = 0;
  #cpuEnd: number | undefined;

  constructor(time: TimeSource = systemTime) {
    this.#time = time;
  }

  /** The work on a row begins. */
  start(): void {
    this.#end = this.#time.wall() + maxRowMs;
    this.#cpuEnd = undefined;
  }

  get isOver(): boolean {
    if (this.#time.wall() < this.#end) return false;
    this.#cpuEnd ??= this.#time.cpu() + maxRowMs;
    return this.#time.cpu() >= this.#cpuEnd;
  }
}
