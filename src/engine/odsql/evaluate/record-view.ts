import type { DataRecord, Value } from '#engine/records/record.ts';
import { wordsOf } from '../words.ts';
import type { RecordField } from './record-scope.ts';

/** The words of a field, each once and in ascending order. */
export type FieldWords = readonly string[];

/** One record, as conditions and expressions see it. */
export interface View {
  /** The values of a field that are not null. */
  values(field: RecordField): readonly Value[];
  /** The words in the texts of a field. */
  words(field: RecordField): FieldWords;
  /** The JSON that the column engine writes for a field in UTC, where it is known. */
  json?(field: RecordField): string;
}

/** A record of any origin, whose values and words are prepared once for all conditions on them. */
export class RecordView implements View {
  readonly #record: DataRecord;
  readonly #values = new Map<RecordField, readonly Value[]>();
  readonly #words = new Map<RecordField, FieldWords>();

  constructor(record: DataRecord) {
    this.#record = record;
  }

  values(field: RecordField): readonly Value[] {
    const cached = this.#values.get(field);
    if (cached) return cached;
    const { name, separator } = field;
    const value = Object.hasOwn(this.#record, name) ? (this.#record[name] ?? null) : null;
    const values = (Array.isArray(value) ? value : partsOf(value, separator)).filter((part) => part !== null);
    this.#values.set(field, values);
    return values;
  }

  words(field: RecordField): FieldWords {
    const cached = this.#words.get(field);
    if (cached) return cached;
    const words = wordsIn(this.values(field));
    this.#words.set(field, words);
    return words;
  }
}

/** The words of some values. */
export const wordsIn = (values: readonly Value[]): FieldWords =>
  [...new Set(values.flatMap((value) => (typeof value === 'string' ? wordsOf(value) : [])))].sort();

/** The parts of a multivalued text, trimmed, without empty ones. */
const partsOf = (value: Value, separator: string | null = null): Value[] =>
  typeof value === 'string' && separator !== null
    ? value
        .split(separator)
        .map((part) => part.trim())
        .filter((part) => part !== '')
    : [value];
