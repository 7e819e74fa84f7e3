import type { DecodingLosses } from '../encodings/decoding-losses.ts';
import type { DataRecord, Value } from '../records/record.ts';
import type { ReportFault } from './extractor.ts';

interface Fault {
  readonly field: string;
  readonly message: string;
}

/** What extractors found wrong with rows, kept until each row gets its number. */
export class Faults {
  readonly #byRow = new Map<DataRecord, Fault[]>();
  /** Columns whose names were reported. */
  readonly #names = new Set<string>();

  /** Keeps what is wrong with a row. */
  readonly report: ReportFault = (row, field, message) => {
    const faults = this.#byRow.get(row);
    if (faults) faults.push({ field, message });
    else this.#byRow.set(row, [{ field, message }]);
  };

  /** Keeps what was lost of the values of rows, and with the first row of the names of their columns, when they were decoded. */
  reportLosses(rows: readonly DataRecord[], losses: DecodingLosses, labels: ReadonlyMap<string, string>): void {
    const [first] = rows;
    for (const [name, label] of first ? labels : []) {
      if (!first || !label.includes('\uFFFD') || this.#names.has(name)) continue;
      this.#names.add(name);
      this.report(first, name, `In the name of the field: ${losses.message}`);
    }
    for (const row of rows) for (const name in row) if (isLossy(row[name])) this.report(row, name, losses.message);
  }

  /** What was found wrong with the row; it is forgotten then. */
  take(row: DataRecord): readonly Fault[] {
    if (this.#byRow.size === 0) return [];
    const faults = this.#byRow.get(row) ?? [];
    this.#byRow.delete(row);
    return faults;
  }
}

/** Whether a character of replacement stands anywhere in a value. */
function isLossy(value: Value | undefined): boolean {
  if (typeof value === 'string') return value.includes('\uFFFD');
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).some(([name, part]) => name.includes('\uFFFD') || isLossy(part))
  );
}
