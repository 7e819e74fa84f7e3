import type { DecodingLosses } from '#engine/encodings/decoding-losses.ts';
import type { DataRecord, Value } from '#engine/records/record.ts';
import type { ReportFieldError } from '../extractor.ts';

interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** Errors that extractors found in records, kept until the position of each record is known. */
export class ExtractionErrors {
  readonly #errorsByRecord = new Map<DataRecord, FieldError[]>();
  /** The columns whose names have been reported. */
  readonly #reportedColumns = new Set<string>();

  /** Adds an error of a record. */
  readonly report: ReportFieldError = (record, field, message) => {
    const errors = this.#errorsByRecord.get(record);
    if (errors) errors.push({ field, message });
    else this.#errorsByRecord.set(record, [{ field, message }]);
  };

  /**
   * Adds an error for each value in which bytes were replaced when the file was decoded. `labels` has the name of each column in the file
   * by its technical name. A name with replaced bytes is reported once, as an error of the first record.
   */
  reportLosses(records: readonly DataRecord[], losses: DecodingLosses, labels: ReadonlyMap<string, string>): void {
    const [first] = records;
    if (!first) return;
    for (const [name, label] of labels) {
      if (!label.includes('\uFFFD') || this.#reportedColumns.has(name)) continue;
      this.#reportedColumns.add(name);
      this.report(first, name, `In the name of the field: ${losses.message}`);
    }
    for (const record of records) {
      for (const name in record) {
        if (hasReplacement(record[name])) this.report(record, name, losses.message);
      }
    }
  }

  /** Returns the errors of a record and forgets them. */
  take(record: DataRecord): readonly FieldError[] {
    if (this.#errorsByRecord.size === 0) return [];
    const errors = this.#errorsByRecord.get(record) ?? [];
    this.#errorsByRecord.delete(record);
    return errors;
  }
}

/** Whether a value has the character that replaces undecodable bytes (U+FFFD). */
function hasReplacement(value: Value | undefined): boolean {
  if (typeof value === 'string') return value.includes('\uFFFD');
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).some(([name, part]) => name.includes('\uFFFD') || hasReplacement(part))
  );
}
