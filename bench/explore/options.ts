import { parseArgs } from 'node:util';

/** How much is measured, and for how long. */
export interface ExploreOptions {
  /** The records of the dataset, and the datasets of the catalog. */
  readonly rows: number;
  readonly datasets: number;
  readonly connections: number;
  readonly rounds: number;
  /** Seconds of a round over one connection, of one over all, and of what runs before unmeasured. */
  readonly alone: number;
  readonly together: number;
  readonly warmUp: number;
  /** Whether docs/explore-speed.md is written. */
  readonly write: boolean;
  /** Whether this is a trial, whose numbers mean little. */
  readonly quick: boolean;
}

const normal = {
  rows: 1_000_000,
  datasets: 100_000,
  connections: 32,
  rounds: 3,
  alone: 0.6,
  together: 1.2,
  warmUp: 0.6,
} as const;
const trial = {
  rows: 100_000,
  datasets: 5_000,
  connections: 32,
  rounds: 1,
  alone: 0.5,
  together: 0.6,
  warmUp: 0.3,
} as const;

/** Reads the command line: `--quick` for a trial, `--rows` and `--datasets` for other sizes, `--write` for the document. */
export function readExploreOptions(args: readonly string[]): ExploreOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rows: { type: 'string' },
      datasets: { type: 'string' },
      quick: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
    },
  });
  const { quick, write } = values;
  const preset = quick ? trial : normal;
  return {
    ...preset,
    rows: Number(values.rows ?? preset.rows),
    datasets: Number(values.datasets ?? preset.datasets),
    quick,
    write,
  };
}
