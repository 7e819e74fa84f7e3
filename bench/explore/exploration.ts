import { wordAt } from './vocabulary.ts';
import type { Call } from '../servers/server.ts';
import type { ContenderName } from './contender.ts';

/** What the requests are made of. */
export interface ExploreFacts {
  /** The dataset of the records, and one with the first 40 of them. */
  readonly uid: string;
  readonly sample: string;
  /** Identifiers of records, with the number that the peers know each by. */
  readonly records: readonly { readonly reading: number; readonly recordId: string }[];
  /** Places in the order of the records by time, as each contender names them. */
  readonly places: readonly {
    readonly catalograph: string;
    readonly postgraphile: string;
    readonly taken: string;
    readonly reading: number;
  }[];
}

/** How a contender is asked, and what of its answer is compared. The number counts requests and varies them. */
export interface Asked {
  readonly call: (facts: ExploreFacts, at: number) => Call;
  readonly result: (answer: unknown) => unknown;
}

/** What is compared. */
export interface Exploration {
  readonly title: string;
  /** A slow one is measured over one connection alone, and each of its requests asks something new. */
  readonly isSlow?: boolean;
  readonly asked: Readonly<Partial<Record<ContenderName, Asked>>>;
  readonly aims?: {
    /** The most milliseconds of an answer when nothing else is asked, and those with ten million records, where they may be others. */
    readonly aloneMs?: number;
    readonly aloneMsOfTenMillion?: number;
    /** The most times the 99th percentile of SQL by hand, both beside all connections. */
    readonly timesTypedP99?: number;
    /** The least part of the requests per second of SQL by hand, and the least number of them. */
    readonly ofTyped?: number;
    readonly perSecond?: number;
    /** The most milliseconds of CPU that the gateway's own process takes for a request. */
    readonly cpuMs?: number;
  };
}

/** The part of an answer at a path; a number stands for the place in a list. */
export function pick(answer: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (part, step) => (typeof part === 'object' && part !== null ? Reflect.get(part, step) : undefined),
    answer,
  );
}

/** A part of each item of a list. */
export const pickEach = (list: unknown, ...path: readonly (string | number)[]): unknown[] =>
  Array.isArray(list) ? list.map((item) => pick(item, ...path)) : [];

/** A word for each number, neither the rarest nor the most frequent ones, and none twice in 1,600. */
export const searchedWord = (at: number): string => wordAt(10 + ((at * 617) % 1_600));
