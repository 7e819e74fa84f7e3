import type { DataRecord, Value } from '../../records/record.ts';
import { wordsOf } from '../words.ts';
import type { RecordField } from './record-scope.ts';

/** The words of a field, each once and in ascending order. */
export type FieldWords = readonly string[];

/** One record, whose values and words are prepared once for all conditions on them. */
export class RecordView {
  readonly #record: DataRecord;
  readonly #values = new Map<RecordField, readonly Value[]>();
  readonly #words = new Map<RecordField, FieldWords>();

  constructor(record: DataRecord) {
    this.#record = record;
  }

  /** The values of a field that are not null. */
  values(field: RecordField): readonly Value[] {
    const cached = this.#values.get(field);
    if (cached) return cached;
    const { name, separator } = field;
    const value = Object.hasOwn(this.#record, name) ? (this.#record[name] ?? null) : null;
    const values = (Array.isArray(value) ? value : partsOf(value, separator)).filter((part) => part !== null);
    this.#values.set(field, values);
    return values;
  }

  /** The words in the texts of a field. */
  words(field: RecordField): FieldWords {
    const cached = this.#words.get(field);
    if (cached) return cached;
    const all = this.values(field).flatMap((value) => (typeof value === 'string' ? wordsOf(value) : []));
    const words = [...new Set(all)].sort();
    this.#words.set(field, words);
    return words;
  }
}

/** The parts of a multivalued text, trimmed, without empty ones. */
const partsOf = (value: Value, separator: string | null): Value[] =>
  typeof value === 'string' && separator !== null
    ? value
        .split(separator)
        .map((part) => part.trim())
        .filter((part) => part !== '')
    : [value];
