import { parseJson } from '#kernel/json.ts';
import type { Value } from '#engine/records/record.ts';
import type { RecordField } from './record-scope.ts';
import { wordsIn, type FieldWords, type View } from './record-view.ts';

/** A query turned out to need the column engine while it was evaluated: a number is beyond 2^53. */
export class BeyondMemory extends Error {}

/** A published record: for each column the JSON that the column engine writes of its value in UTC. Values are parsed when they are first read. */
export class StoredRecord implements View {
  readonly #places: ReadonlyMap<string, number>;
  readonly #texts: readonly (string | null)[];
  readonly #values: (readonly Value[] | undefined)[] = [];
  #words: FieldWords[] | undefined;

  constructor(places: ReadonlyMap<string, number>, texts: readonly (string | null)[]) {
    this.#places = places;
    this.#texts = texts;
  }

  json(field: RecordField): string {
    return this.#texts[this.#placeOf(field)] ?? 'null';
  }

  values(field: RecordField): readonly Value[] {
    const place = this.#placeOf(field);
    return (this.#values[place] ??= valuesIn(this.#texts[place] ?? 'null', field));
  }

  words(field: RecordField): FieldWords {
    this.#words ??= [];
    return (this.#words[this.#placeOf(field)] ??= wordsIn(this.values(field)));
  }

  #placeOf({ column = '' }: RecordField): number {
    return this.#places.get(column) ?? -1;
  }
}

function valuesIn(text: string, { type, isMultivalued }: RecordField): readonly Value[] {
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
const valueBytes = 120;

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
