import { fail } from '../kernel/fail.ts';
import { casts, inferredTypes } from './cast.ts';
import { maxFields } from './columns.ts';
import type { Field, FieldType } from './field.ts';
import type { Row, Value } from './row.ts';
import { storableText } from './storable.ts';

/** Says that the value of a field did not fit its type. */
export type ReportMisfit = (field: string, message: string) => void;

/**
 * The fields of a dataset: inferred once from a sample of rows, then held against all rows. A field met later is text.
 * The schema changes rows in place.
 */
export class Schema {
  readonly #fields = new Map<string, Field>();

  /** The fields known so far, in order of appearance. */
  get fields(): readonly Field[] {
    return [...this.#fields.values()];
  }

  /** Infers the type of every field in the sample: the narrowest that all values fit. Fields come in the order of labels. */
  infer(sample: readonly Row[], labels: ReadonlyMap<string, string>): void {
    const candidates = new Map<string, readonly FieldType[]>();
    for (const row of sample) {
      for (const name of Object.keys(row)) {
        const types = candidates.get(name) ?? inferredTypes;
        const value = row[name] ?? null;
        candidates.set(name, value === null ? types : types.filter((type) => casts[type](value) !== undefined));
      }
    }
    const ordered = [...labels.keys()].filter((name) => candidates.has(name));
    for (const name of new Set([...ordered, ...candidates.keys()])) {
      const types = candidates.get(name) ?? inferredTypes;
      // All types are left where every value was null.
      this.#add(name, labels, types.length === inferredTypes.length ? 'text' : types[0] ?? 'text');
    }
  }

  /** Makes the values of a row fit their fields; one that does not becomes null and is reported. */
  fit(row: Row, labels: ReadonlyMap<string, string>, report: ReportMisfit): void {
    for (const name in row) {
      const value: Value = row[name] ?? null;
      const { type } = this.#fields.get(name) ?? this.#add(name, labels, 'text');
      if (value === null) continue;
      const cast = casts[type](value);
      if (cast === undefined) report(name, `The value is not of the type ${type}.`);
      if (cast !== value) row[name] = cast ?? null;
    }
  }

  /** Adds the columns that no row has used, as text. */
  complete(labels: ReadonlyMap<string, string>): void {
    for (const name of labels.keys()) if (!this.#fields.has(name)) this.#add(name, labels, 'text');
  }

  #add(name: string, labels: ReadonlyMap<string, string>, type: FieldType): Field {
    if (this.#fields.size >= maxFields) fail('EXTRACTION_FAILED', { reason: `there are more than ${maxFields} fields` });
    const label = labels.get(name) ?? storableText(name);
    const field = { name, label, type, description: '', originalName: label, annotations: [] };
    this.#fields.set(name, field);
    return field;
  }
}
