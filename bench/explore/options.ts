import { parseArgs } from 'node:util';

/** How much is measured, and for how long. */
export interface ExploreOptions {
  /** The records of the dataset. */
  readonly rows: number;
  /** The datasets of the catalog that is searched; 0 to leave searches out. */
  readonly datasets: number;
  /** The datasets of 100 records beside which a start, memory and pages are compared with those of ten; 0 to leave this out. */
  readonly many: number;
  readonly connections: number;
  readonly rounds: number;
  /** Seconds of a round over one connection, of one over all, and of what runs before unmeasured. */
  readonly alone: number;
  readonly together: number;
  readonly warmUp: number;
  /** How often each export is measured, and the seconds of the worst queries. */
  readonly exports: number;
  readonly worst: number;
  /** Whether docs/explore-speed.md is written. */
  readonly write: boolean;
  /** Whether this is a trial, whose numbers mean little. */
  readonly quick: boolean;
}

const normal = { rows: 1_000_000, rounds: 3, alone: 0.6, together: 1, warmUp: 0.5, exports: 2, worst: 10 } as const;
const trial = { rows: 100_000, rounds: 1, alone: 0.3, together: 0.4, warmUp: 0.2, exports: 1, worst: 3 } as const;

/** Reads the command line: `--quick` for a trial; `--rows`, `--datasets` and `--many` for other sizes; `--write` for the document. */
export function readExploreOptions(args: readonly string[]): ExploreOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rows: { type: 'string' },
      datasets: { type: 'string', default: '0' },
      many: { type: 'string', default: '0' },
      quick: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
    },
  });
  const { quick, write } = values;
  const preset = quick ? trial : normal;
  return {
    ...preset,
    connections: 32,
    rows: Number(values.rows ?? preset.rows),
    datasets: Number(values.datasets),
    many: Number(values.many),
    quick,
    write,
  };
}
