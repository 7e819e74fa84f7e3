import type { Readable } from 'node:stream';
import { fail } from '#kernel/fail.ts';
import type { JsonObject } from '#kernel/json.ts';
import { cellTextOf } from '#engine/exports/cell-text.ts';
import type { ExportColumn, ExportOptions } from '#engine/exports/export-format.ts';
import type { ExportNotes } from '#engine/exports/export-notes.ts';
import { uniqueNames } from '#engine/exports/unique-names.ts';

const maxNameBytes = 10;
const maxTextBytes = 254;
const maxFields = 255;

/** A field of the .dbf files. Its width and type depend on all its values, so they are known only after the last record. */
interface Field {
  readonly column: ExportColumn;
  readonly name: string;
  readonly textOf: ReturnType<typeof cellTextOf>;
  width: number;
  decimals: number;
  /** Whether all values are whole dates. */
  areDates: boolean;
}

/** The attributes of all layers of an export: they have the same fields, so that layers can be merged. */
export class AttributeTable {
  readonly #fields: readonly Field[];
  readonly #notes: ExportNotes;

  /** Fails EXPORT_NOT_POSSIBLE for too many columns. */
  constructor(columns: readonly ExportColumn[], options: ExportOptions, notes: ExportNotes) {
    if (columns.length > maxFields)
      fail('EXPORT_NOT_POSSIBLE', { reason: `a Shapefile has at most ${String(maxFields)} fields` });
    const names = uniqueNames(
      columns.map(({ name }) => name),
      (name, suffix) => cutBytes(name, maxNameBytes - suffix.length).toString() + suffix,
    );
    this.#fields = columns.map((column, index) => ({
      ...{ column, name: names[index] ?? '', textOf: cellTextOf(column, options) },
      ...{ width: 1, decimals: 0, areDates: column.type === 'date' },
    }));
    this.#notes = notes;
  }

  /** The columns that had to be renamed, as `population_density → population`. */
  get renamed(): readonly string[] {
    return this.#fields
      .filter(({ column, name }) => column.name !== name)
      .map(({ column, name }) => `${column.name} → ${name}`);
  }

  /** Encodes the values of a row for a temporary file: the length of the row, then the length and the text of each value. */
  encode(values: JsonObject): Buffer {
    const cells = this.#fields.flatMap((field) => {
      const text = field.textOf(values[field.column.name] ?? null);
      const cell = cutBytes(text, maxTextBytes);
      if (cell.length < Buffer.byteLength(text)) this.#notes.count(`Texts of ${field.column.name} cut to 254 bytes`);
      field.width = Math.max(field.width, cell.length);
      field.decimals = Math.max(field.decimals, /^-?\d+\.(\d+)$/.exec(text)?.[1]?.length ?? 0);
      field.areDates &&= text === '' || /^\d{4}-\d\d-\d\d$/.test(text);
      return [Buffer.of(cell.length), cell];
    });
    const row = Buffer.concat(cells);
    return Buffer.concat([uint32(row.length), row]);
  }

  /** The length of a record of the .dbf file. */
  get recordLength(): number {
    return this.#fields.reduce((sum, field) => sum + widthOf(field), 1);
  }

  /** Writes the .dbf file of a layer from the rows that `encode` returned. */
  async *write(count: number, rows: Readable): AsyncGenerator<Buffer> {
    yield this.#header(count);
    let rest: Buffer = Buffer.alloc(0);
    for await (const chunk of rows as AsyncIterable<Buffer>) {
      rest = Buffer.concat([rest, chunk]);
      const records: Buffer[] = [];
      while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32LE()) {
        const end = 4 + rest.readUInt32LE();
        records.push(this.#record(rest.subarray(4, end)));
        rest = rest.subarray(end);
      }
      yield Buffer.concat(records);
    }
    yield Buffer.of(0x1a);
  }

  #header(count: number): Buffer {
    const header = Buffer.alloc(32);
    // The format requires a date of the last change. The date is fixed, so that the same records produce the same file.
    header.set([3, 100, 1, 1]);
    header.writeUInt32LE(count, 4);
    header.writeUInt16LE(33 + 32 * this.#fields.length, 8);
    header.writeUInt16LE(this.recordLength, 10);
    const fields = this.#fields.map((field) => {
      const bytes = Buffer.alloc(32);
      bytes.write(field.name);
      bytes.write(letterOf(field), 11);
      bytes.set([widthOf(field), decimalsOf(field)], 16);
      return bytes;
    });
    return Buffer.concat([header, ...fields, Buffer.of(0x0d)]);
  }

  #record(row: Buffer): Buffer {
    const record = Buffer.alloc(this.recordLength, ' ');
    let [from, to] = [0, 1];
    for (const field of this.#fields) {
      const length = row[from] ?? 0;
      const cell = row.subarray(from + 1, from + 1 + length);
      const width = widthOf(field);
      if (letterOf(field) === 'N') cell.copy(record, to + width - length);
      else if (letterOf(field) === 'D') record.write(cell.toString().replaceAll('-', ''), to);
      else cell.copy(record, to);
      from += 1 + length;
      to += width;
    }
    return record;
  }
}

const isNumber = ({ column: { type, isMultivalued } }: Field): boolean =>
  (type === 'int' || type === 'double') && !isMultivalued;

const letterOf = (field: Field): 'N' | 'D' | 'C' => (isNumber(field) ? 'N' : field.areDates ? 'D' : 'C');

/** A double is written with at least one decimal, because readers take a field without decimals for integers. */
const widthOf = (field: Field): number =>
  field.areDates && !isNumber(field) ? 8 : field.column.type === 'double' ? Math.max(field.width, 3) : field.width;

const decimalsOf = (field: Field): number =>
  isNumber(field) && field.column.type === 'double' ? Math.min(Math.max(field.decimals, 1), 15, widthOf(field) - 2) : 0;

/** The start of a text in UTF-8, in whole characters. */
function cutBytes(text: string, maxBytes: number): Buffer {
  const bytes = Buffer.from(text);
  let end = Math.min(bytes.length, maxBytes);
  while (end < bytes.length && end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
