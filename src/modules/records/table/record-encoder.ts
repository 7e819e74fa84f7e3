import { hash } from 'node:crypto';
import type { DataRecord, Value } from '../../../engine/records/record.ts';
import { wordVector } from '../../../engine/odsql/word-vector.ts';
import { canonicalJson } from '../../../kernel/json.ts';
import { formatBulkLine } from '../../../platform/database/bulk-loader.ts';
import { ExtentBuilder, isGeographic } from '../extent/geographic-extent.ts';
import { separatorOf, valuesOf, type RecordField } from '../record-field.ts';
import { box, cellTypeOf, type Cell, type CellType } from './cells.ts';
import { columnsOf, technicalColumns } from './table-columns.ts';

/** A field of a generation, and how its values become cells. */
interface FieldCells {
  readonly name: string;
  readonly type: CellType;
  /** Whether full text searches read the field. */
  readonly isSearched: boolean;
  /** Whether the field has no column, so that the JSON column `rest` holds its values. */
  readonly isInRest: boolean;
  readonly hasBox: boolean;
  readonly isGeographic: boolean;
  /** Converts a value to what `rest` holds if the field has no column. */
  readonly toRest: (value: Exclude<Value, null>, cell: Cell) => Value;
}

/**
 * Returns the conversion of values to what `rest` holds: a list for a multivalued field, a text for a text field, and
 * otherwise the value itself, or null if the type cannot hold it.
 */
function toRestOf(field: RecordField): FieldCells['toRest'] {
  const separator = separatorOf(field);
  if (separator !== undefined) return (value, cell) => (cell === null ? null : valuesOf(value, separator));
  return (value, cell) => (cell === null || field.type === 'text' ? cell : value);
}

/** The value that `rest` holds; null if the column of the field holds the value exactly. */
function restOf({ type, isInRest, toRest }: FieldCells, value: Exclude<Value, null>, cell: Cell): Value {
  if (isInRest) return toRest(value, cell);
  return type.isExact?.(value, cell) === false ? value : null;
}

const isText = ({ type }: RecordField): boolean => type === 'text' || type === 'geo_shape' || type === 'file';

/** The hexadecimal digits of an identifier that come from the values: 16 bytes. */
const idDigits = 32;
/** The occurrence of the first of several equal records: 4 bytes. */
const firstOccurrence = '00000000';

/** Turns the records of a generation into the cells of its table. */
export class RecordEncoder {
  /** The columns of the cells, in order. */
  readonly columns: readonly string[];
  readonly #fields: readonly FieldCells[];
  /** For each column, whether its cells may need quotes in a line. */
  readonly #texts: readonly boolean[];
  /** The fields that identify a record, by name, as indexes of `#fields`. */
  readonly #identifying: readonly number[];

  readonly #extent: ExtentBuilder;

  /** `extent` receives the places of the records. */
  constructor(fields: readonly RecordField[], extent = new ExtentBuilder()) {
    this.#extent = extent;
    this.columns = [...technicalColumns, ...fields.flatMap(columnsOf)];
    this.#fields = fields.map((field) => ({
      name: field.name,
      isSearched: field.type === 'text',
      isInRest: field.column === null,
      hasBox: field.column !== null && field.type === 'geo_shape',
      isGeographic: isGeographic(field),
      toRest: toRestOf(field),
      type: cellTypeOf(field),
    }));
    this.#texts = [
      false,
      false,
      false,
      true,
      false,
      ...fields.flatMap((field) => columnsOf(field).map(() => isText(field))),
    ];
    const ids = fields.filter(({ annotations }) => annotations.some(({ name }) => name === 'id'));
    const names = (ids.length > 0 ? ids : fields).map(({ name }) => name).sort();
    const indexes = new Map(fields.map(({ name }, index) => [name, index]));
    this.#identifying = names.map((name) => indexes.get(name) ?? 0);
  }

  /**
   * The cells of a record. Its identifier is a hash of the values of the fields annotated `id`, or of all values: it does not depend
   * on the order of the fields, nor on fields without a value. The last four bytes count the records with equal values.
   */
  encode(record: DataRecord, position: number): Cell[] {
    const texts: Cell[] = [];
    const cells: Cell[] = ['', '', '', null, null];
    let allTexts = '';
    let searched = '';
    let rest: Record<string, Value> | undefined;
    for (const field of this.#fields) {
      const { name, type, isSearched, isInRest, hasBox, isGeographic } = field;
      const value = Object.hasOwn(record, name) ? (record[name] ?? null) : null;
      const text = value === null ? null : type.toCell(value);
      texts.push(text);
      if (!isInRest) cells.push(text);
      if (hasBox) cells.push(value === null ? null : box.toCell(value));
      if (value === null) continue;
      if (isGeographic) this.#extent.add(name, value);
      allTexts += text ?? '';
      if (isSearched && text !== null) searched += `${text} `;
      const inRest = restOf(field, value, text);
      if (inRest !== null) (rest ??= {})[name] = inRest;
    }
    cells[0] = String(position);
    cells[1] = this.#idOf(texts);
    cells[2] = String(Buffer.byteLength(allTexts));
    if (rest) cells[3] = canonicalJson(rest);
    cells[4] = wordVector(searched);
    return cells;
  }

  /** A record as a line of the input of COPY. */
  line(record: DataRecord, position: number): string {
    return formatBulkLine(this.encode(record, position), this.#texts);
  }

  #idOf(texts: readonly Cell[]): string {
    let identity = '';
    for (const index of this.#identifying) {
      const text = texts[index];
      if (text != null) identity += `${this.#fields[index]?.name ?? ''}\0${text}\0`;
    }
    return String.raw`\x${hash('sha256', identity).slice(0, idDigits)}${firstOccurrence}`;
  }
}
