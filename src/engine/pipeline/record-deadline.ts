/** Reads wall time and CPU time, in milliseconds. */
export interface DeadlineClock {
  /** The time on the clock, which passes even while this process is suspended. */
  wall(): number;
  /** The CPU time of this thread. */
  cpu(): number;
}

const systemTime: DeadlineClock = {
  wall: () => performance.now(),
  cpu: () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  },
};

/** How long processors may take on one record, in wall time and then in CPU time. */
const maxRecordMs = 250;

/**
 * Measures whether the work on a record has taken too long. Only CPU time counts, because a suspended process does no work. Wall time is
 * cheaper to read, so CPU time is measured only once a record has taken `maxRecordMs` of wall time.
 */
export class RecordDeadline {
  readonly #time: DeadlineClock;
  /** The wall time after which CPU time is measured. */
  #end = 0;
  /** The CPU time at which the record times out; undefined while CPU time is not measured. */
  #cpuEnd: number | undefined;

  constructor(time: DeadlineClock = systemTime) {
    this.#time = time;
  }

  /** Starts the work on a record. */
  start(): void {
    this.#end = this.#time.wall() + maxRecordMs;
    this.#cpuEnd = undefined;
  }

  /** Whether the record has timed out. */
  get isOver(): boolean {
    if (this.#time.wall() < this.#end) return false;
    this.#cpuEnd ??= this.#time.cpu() + maxRecordMs;
    return this.#time.cpu() >= this.#cpuEnd;
  }
}
