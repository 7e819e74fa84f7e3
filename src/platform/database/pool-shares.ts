import { createCallerSemaphores } from '#kernel/caller-semaphores.ts';
import { createSemaphore, type WaitLimits } from '#kernel/semaphore.ts';

/** Whose connections a request uses. */
export type CallerKind = 'keyed' | 'anonymous';

/** The caller of a request. */
export interface PoolCaller {
  readonly kind: CallerKind;
  /** Returns what identifies the user, or an address without a key. */
  readonly identify: () => string;
}

/** Which parts of a pool's connections are used at a time. */
export interface PoolParts {
  /** By all requests together. */
  readonly requests: number;
  /** By all requests without a key together. */
  readonly anonymous: number;
  /** By one caller of a kind. Default: all of its kind. */
  readonly ofCaller?: Readonly<Record<CallerKind, number>>;
  /** How long work may use the last connection of its caller, while others of the same caller are in use. Then it is run again. */
  readonly shortMs?: number;
}

/** The connections of a pool, shared by the callers of requests. */
export interface PoolShares {
  /** Runs work, which may be repeated, as soon as its caller may use a connection. An abort of the signal that it receives ends it. */
  readonly use: <T>(
    caller: PoolCaller,
    work: (signal: AbortSignal | undefined) => Promise<T>,
    limits: WaitLimits,
  ) => Promise<T>;
  readonly waitingCount: () => number;
}

/** Shares the connections of a pool of the given size. Each part has at least one. */
export function createPoolShares(size: number, { requests, anonymous, ofCaller, shortMs }: PoolParts): PoolShares {
  const connections = (part: number) => Math.max(1, Math.floor(size * part));
  const all = createSemaphore(connections(requests));
  const withoutKey = createSemaphore(connections(anonymous));
  const callersOf = (part: number) => createCallerSemaphores({ permits: connections(part), reservedMs: shortMs });
  const callers = ofCaller && { keyed: callersOf(ofCaller.keyed), anonymous: callersOf(ofCaller.anonymous) };

  const useShare = <T>(kind: CallerKind, work: () => Promise<T>, limits: WaitLimits): Promise<T> =>
    kind === 'keyed' ? all(work, limits) : withoutKey(() => all(work, limits), limits);

  return {
    use: ({ kind, identify }, work, limits) => {
      if (!callers) return useShare(kind, () => work(limits.signal), limits);
      const workWithin = (ending: AbortSignal | undefined) => {
        const signal = ending && limits.signal ? AbortSignal.any([ending, limits.signal]) : (ending ?? limits.signal);
        return useShare(kind, () => work(signal), { ...limits, signal });
      };
      return callers[kind](identify(), workWithin, limits);
    },
    waitingCount: () =>
      all.waitingCount() +
      withoutKey.waitingCount() +
      (callers ? callers.keyed.waitingCount() + callers.anonymous.waitingCount() : 0),
  };
}
