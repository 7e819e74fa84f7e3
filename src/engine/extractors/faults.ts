import type { Row } from '../row.ts';
import type { ReportFault } from './extractor.ts';

interface Fault {
  readonly field: string;
  readonly message: string;
}

/** What extractors found wrong with rows, kept until each row gets its number. */
export class Faults {
  readonly #byRow = new Map<Row, Fault[]>();

  /** Keeps what is wrong with a row. */
  readonly report: ReportFault = (row, field, message) => {
    const faults = this.#byRow.get(row);
    if (faults) faults.push({ field, message });
    else this.#byRow.set(row, [{ field, message }]);
  };

  /** What was found wrong with the row; it is forgotten then. */
  take(row: Row): readonly Fault[] {
    if (this.#byRow.size === 0) return [];
    const faults = this.#byRow.get(row) ?? [];
    this.#byRow.delete(row);
    return faults;
  }
}
