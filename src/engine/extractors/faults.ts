import type { DecodingLosses } from '../encodings/decoding-losses.ts';
import type { DataRecord, Value } from '../records/record.ts';
import type { ReportFault } from './extractor.ts';

interface Fault {
  readonly field: string;
  readonly message: string;
}

/** Errors that extractors found in records, kept until each record has its number. */
export class Faults {
  readonly #byRecord = new Map<DataRecord, Fault[]>();
  /** Columns whose names have been reported. */
  readonly #names = new Set<string>();

  /** Adds an error of a record. */
  readonly report: ReportFault = (record, field, message) => {
    const faults = this.#byRecord.get(record);
    if (faults) faults.push({ field, message });
    else this.#byRecord.set(record, [{ field, message }]);
  };

  /** Adds the decoding losses in the values of records, and, with the first record, those in the names of columns. */
  reportLosses(records: readonly DataRecord[], losses: DecodingLosses, labels: ReadonlyMap<string, string>): void {
    const [first] = records;
    for (const [name, label] of first ? labels : []) {
      if (!first || !label.includes('\uFFFD') || this.#names.has(name)) continue;
      this.#names.add(name);
      this.report(first, name, `In the name of the field: ${losses.message}`);
    }
    for (const record of records)
      for (const name in record) if (isLossy(record[name])) this.report(record, name, losses.message);
  }

  /** Returns the errors of a record and forgets them. */
  take(record: DataRecord): readonly Fault[] {
    if (this.#byRecord.size === 0) return [];
    const faults = this.#byRecord.get(record) ?? [];
    this.#byRecord.delete(record);
    return faults;
  }
}

/** Whether a value holds a replacement character. */
function isLossy(value: Value | undefined): boolean {
  if (typeof value === 'string') return value.includes('\uFFFD');
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).some(([name, part]) => name.includes('\uFFFD') || isLossy(part))
  );
}
