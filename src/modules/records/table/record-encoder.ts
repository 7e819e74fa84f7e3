import { hash } from 'node:crypto';
import type { DataRecord, Value } from '../../../engine/records/record.ts';
import { canonicalJson } from '../../../kernel/json.ts';
import { separatorOf, valuesOf, type RecordField } from '../record-field.ts';
import { box, cellTypeOf, type Cell } from './cells.ts';
import { columnsOf, technicalColumns } from './table-columns.ts';

interface FieldCells {
  readonly name: string;
  /** Whether the values are in `rest`. */
  readonly isInRest: boolean;
  readonly hasBox: boolean;
  /** What `rest` holds in place of a column. */
  toRest(value: Exclude<Value, null>, cell: Cell): Value;
  toCell(value: Exclude<Value, null>): Cell;
  isExact?(value: Exclude<Value, null>, cell: Cell): boolean;
}

/** Lists for multivalued fields, texts, and what the type can hold. */
function toRest(field: RecordField): FieldCells['toRest'] {
  const separator = separatorOf(field);
  if (separator !== undefined) return (value, cell) => (cell === null ? null : valuesOf(value, separator));
  return (value, cell) => (cell === null || field.type === 'text' ? cell : value);
}

/** The hexadecimal digits of an identifier that come from the values: 16 bytes. */
const idDigits = 32;
/** The occurrence of the first of several equal records: 4 bytes. */
const firstOccurrence = '00000000';

/** Turns the records of a generation into the cells of its table. */
export class RecordEncoder {
  /** The columns of the cells, in order. */
  readonly columns: readonly string[];
  readonly #fields: readonly FieldCells[];
  /** The fields that identify a record, by name, as indexes of `#fields`. */
  readonly #identifying: readonly number[];

  constructor(fields: readonly RecordField[]) {
    this.columns = [...technicalColumns, ...fields.flatMap(columnsOf)];
    this.#fields = fields.map((field) => ({
      name: field.name,
      isInRest: field.column === null,
      hasBox: field.column !== null && field.type === 'geo_shape',
      toRest: toRest(field),
      ...cellTypeOf(field),
    }));
    const ids = fields.filter(({ annotations }) => annotations.some(({ name }) => name === 'id'));
    const names = (ids.length > 0 ? ids : fields).map(({ name }) => name).sort();
    const indexes = new Map(fields.map(({ name }, at) => [name, at]));
    this.#identifying = names.map((name) => indexes.get(name) ?? 0);
  }

  /**
   * The cells of a record. Its identifier is a hash of the values of the fields annotated `id`, or of all values: it does not depend
   * on the order of the fields, nor on fields without a value. The last four bytes count the records with equal values.
   */
  encode(record: DataRecord, position: number): Cell[] {
    const texts: Cell[] = [];
    const cells: Cell[] = [];
    let size = 0;
    let rest: Record<string, Value> | undefined;
    for (const field of this.#fields) {
      const value = Object.hasOwn(record, field.name) ? (record[field.name] ?? null) : null;
      const text = value === null ? null : field.toCell(value);
      texts.push(text);
      if (!field.isInRest) cells.push(text);
      if (field.hasBox) cells.push(value === null ? null : box.toCell(value));
      if (value === null) continue;
      if (text !== null) size += Buffer.byteLength(text);
      const inRest = field.isInRest ? field.toRest(value, text) : field.isExact?.(value, text) === false ? value : null;
      if (inRest !== null) (rest ??= {})[field.name] = inRest;
    }
    return [String(position), this.#idOf(texts), String(size), rest ? canonicalJson(rest) : null, ...cells];
  }

  #idOf(texts: readonly Cell[]): string {
    let identity = '';
    for (const at of this.#identifying) {
      const text = texts[at];
      if (text != null) identity += `${this.#fields[at]?.name ?? ''}\0${text}\0`;
    }
    return String.raw`\x${hash('sha256', identity).slice(0, idDigits)}${firstOccurrence}`;
  }
}
