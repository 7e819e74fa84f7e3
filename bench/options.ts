import { parseArgs } from 'node:util';

/** How much is measured, and for how long. */
export interface Options {
  /** Datasets at the three sizes of the catalog; the operations are measured at the second one. */
  readonly sizes: readonly [small: number, usual: number, large: number];
  /** Resources of the one dataset that has very many. */
  readonly manyResources: number;
  readonly connections: number;
  readonly rounds: number;
  /** Seconds of a round, and of an unmeasured one before the first. */
  readonly seconds: number;
  readonly warmUp: number;
  /** A server is warm when two unmeasured rounds differ by no more than this part, and after this many at the latest. */
  readonly agreement: number;
  readonly maxWarmUps: number;
  readonly coldStarts: number;
  /** Seconds beside each crowd of callers without a key. */
  readonly crowdSeconds: number;
  /** Whether docs/performance.md is written. */
  readonly write: boolean;
  /** Whether this is a trial, whose numbers mean little. */
  readonly quick: boolean;
  /** The commit that the gateway is compared with, in place of the other servers. */
  readonly against?: string | undefined;
  /** The operations that are measured, by their titles; nothing else is. */
  readonly only?: RegExp | undefined;
}

const normal = {
  sizes: [1_000, 10_000, 100_000],
  manyResources: 8_000,
  connections: 32,
  rounds: 7,
  seconds: 0.5,
  warmUp: 0.5,
  agreement: 0.05,
  maxWarmUps: 3,
  coldStarts: 5,
  crowdSeconds: 10,
} as const;
const trial = {
  sizes: [200, 1_000, 2_000],
  manyResources: 1_000,
  connections: 8,
  rounds: 3,
  seconds: 0.2,
  warmUp: 0.1,
  agreement: 0.1,
  maxWarmUps: 2,
  coldStarts: 1,
  crowdSeconds: 3,
} as const;
/** Two gateways take half the time of four servers, and what is sought is a small difference. */
const trialOfCommits = { ...trial, rounds: 5 } as const;

/**
 * Reads the command line: `--quick` for a trial of two minutes, `--against REF` to compare two commits, `--only PATTERN` for some of the
 * operations, `--write` for the document.
 */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      against: { type: 'string' },
      only: { type: 'string' },
    },
  });
  const { quick, write, against, only } = values;
  if (write && (against !== undefined || only !== undefined))
    throw new Error('The document is written by a whole run: leave out --against and --only.');
  const trialOptions = against === undefined ? trial : trialOfCommits;
  return {
    ...(quick ? trialOptions : normal),
    quick,
    write,
    against,
    only: only === undefined ? undefined : new RegExp(only, 'i'),
  };
}
