import { parseJson } from '#kernel/json.ts';
import type { DataRecord, Field, Value } from '#engine/records/record.ts';
import { wordsOf } from '../words.ts';
import type { Language, Scope, ScopeField, TimezoneName } from '../scope.ts';

/** The words of a field, each once and in ascending order. */
export type FieldWords = readonly string[];

/** One record, as conditions and expressions see it. */
export interface View {
  /** The values of a field that are not null. */
  values(field: StoredRecordField): readonly Value[];
  /** The words in the texts of a field. */
  words(field: StoredRecordField): FieldWords;
  /** The JSON that the column engine writes for a field in UTC, where it is known. */
  json?(field: StoredRecordField): string;
}

/** A record of any origin, whose values and words are prepared once for all conditions on them. */
export class RecordView implements View {
  readonly #record: DataRecord;
  readonly #values = new Map<StoredRecordField, readonly Value[]>();
  readonly #words = new Map<StoredRecordField, FieldWords>();

  constructor(record: DataRecord) {
    this.#record = record;
  }

  values(field: StoredRecordField): readonly Value[] {
    const cached = this.#values.get(field);
    if (cached) return cached;
    const { name, separator } = field;
    const value = Object.hasOwn(this.#record, name) ? (this.#record[name] ?? null) : null;
    const values = (Array.isArray(value) ? value : partsOf(value, separator)).filter((part) => part !== null);
    this.#values.set(field, values);
    return values;
  }

  words(field: StoredRecordField): FieldWords {
    const cached = this.#words.get(field);
    if (cached) return cached;
    const words = wordsIn(this.values(field));
    this.#words.set(field, words);
    return words;
  }
}

const noWords: FieldWords = Object.freeze([]);

/** The words of some values. */
function wordsIn(values: readonly Value[]): FieldWords {
  const words = values.flatMap((value) => (typeof value === 'string' ? wordsOf(value) : []));
  return words.length === 0 ? noWords : [...new Set(words)].sort();
}

/** The parts of a multivalued text, trimmed, without empty ones. */
const partsOf = (value: Value, separator: string | null = null): Value[] =>
  typeof value === 'string' && separator !== null
    ? value
        .split(separator)
        .map((part) => part.trim())
        .filter((part) => part !== '')
    : [value];

/** A query turned out to need the column engine while it was evaluated: a number is beyond 2^53. */
export class BeyondMemory extends Error {}

/** A published record: for each column the JSON that the column engine writes of its value in UTC. Values are parsed when they are first read. */
export class StoredRecord implements View {
  readonly #places: ReadonlyMap<string, number>;
  readonly #texts: readonly (string | null)[];
  readonly #values: (readonly Value[] | undefined)[];
  #words: (FieldWords | undefined)[] | undefined;

  constructor(places: ReadonlyMap<string, number>, texts: readonly (string | null)[]) {
    this.#places = places;
    this.#texts = texts;
    // a list that grows has room for sixteen more
    this.#values = new Array<undefined>(texts.length);
  }

  json(field: StoredRecordField): string {
    return this.#texts[this.#placeOf(field)] ?? 'null';
  }

  values(field: StoredRecordField): readonly Value[] {
    const place = this.#placeOf(field);
    return (this.#values[place] ??= valuesIn(this.#texts[place] ?? 'null', field));
  }

  words(field: StoredRecordField): FieldWords {
    this.#words ??= new Array<undefined>(this.#texts.length);
    return (this.#words[this.#placeOf(field)] ??= wordsIn(this.values(field)));
  }

  #placeOf({ column = '' }: StoredRecordField): number {
    return this.#places.get(column) ?? -1;
  }
}

function valuesIn(text: string, { type, isMultivalued }: StoredRecordField): readonly Value[] {
  if (type === 'int' || type === 'double') return text === 'null' ? [] : [numberIn(text, type)];
  // The cast is safe, because the column engine wrote the text.
  const value = parseJson(text) as Value;
  if (value === null) return [];
  if (isMultivalued && Array.isArray(value)) return value;
  return type === 'geo_shape' && typeof value === 'object' && 'geometry' in value ? [value.geometry] : [value];
}

function numberIn(text: string, type: 'int' | 'double'): number {
  const number = Number(text);
  if (type === 'int' && !Number.isSafeInteger(number)) throw new BeyondMemory();
  return number;
}

/** The bytes of memory of a value in addition to its text, once it has been read: its list, its value and its words. */
const valueBytes = 200;

/** All records of a generation, in the order of their positions. */
export class StoredRecords {
  readonly records: readonly StoredRecord[];
  /** The memory that they need at most, in bytes. */
  readonly memoryBytes: number;
  readonly #lengths = new Map<string, number>();

  /** `rows` are the texts of the columns. */
  constructor(columns: readonly string[], rows: readonly (readonly (string | null)[])[]) {
    const places = new Map(columns.map((column, place) => [column, place]));
    this.records = rows.map((texts) => new StoredRecord(places, texts));
    let bytes = 0;
    for (const [place, column] of columns.entries()) {
      let length = 0;
      for (const texts of rows) length += texts[place]?.length ?? 0;
      this.#lengths.set(column, length / Math.max(1, rows.length));
      bytes += length;
    }
    this.memoryBytes = 1_000 + 4 * bytes + rows.length * columns.length * valueBytes;
  }

  /** The mean length of the texts of a column. */
  lengthOf(column: string): number {
    return this.#lengths.get(column) ?? 0;
  }
}

/** The properties of a field that the evaluation of records needs. */
export type RecordFieldSource = Pick<Field, 'name' | 'type'> & Partial<Pick<Field, 'annotations'>>;

/** A field of records in memory. */
export interface StoredRecordField extends ScopeField {
  /** The separator between the values of a multivalued text that is not a list yet. */
  readonly separator?: string | null;
  /** The precision with which rows write a date. Default: the day. */
  readonly precision?: 'month' | 'year';
  /** The column of a stored record that has the value; undefined where none has. */
  readonly column?: string;
}

interface Options {
  readonly timezone?: TimezoneName | undefined;
  readonly language?: Language | undefined;
  readonly now?: Date | undefined;
}

/** Creates the scope for records with these fields. Default: UTC and English. */
export function recordScope(
  sources: readonly RecordFieldSource[],
  { timezone = 'UTC', language = 'en', now = new Date() }: Options = {},
): Scope<StoredRecordField> {
  const fields = sources.map(({ name, type, annotations = [] }): StoredRecordField => {
    const found = annotations.find((annotation) => annotation.name === 'multivalued')?.args[0];
    const separator = type === 'text' && found !== undefined && found !== '' ? String(found) : null;
    return { name, type, isMultivalued: separator !== null, separator };
  });
  const byName = new Map(fields.map((field) => [field.name, field]));
  return { fields, find: (name) => byName.get(name), timezone, language, now };
}
