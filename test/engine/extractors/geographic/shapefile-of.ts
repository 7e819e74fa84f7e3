type Positions = readonly (readonly [number, number])[];

const int32 = (value: number): Buffer => Buffer.from(Int32Array.of(value).buffer);
const doubles = (...values: number[]): Buffer => Buffer.from(Float64Array.from(values).buffer);
const bigEndian = (value: number): Buffer => int32(value).swap32();

/** The content of a record with parts: a line (3) or polygon (5), with altitudes from 10 on. */
export function partsRecord(type: number, parts: readonly Positions[], altitude?: number): Buffer {
  const positions = parts.flat();
  let first = 0;
  const firsts = parts.map((part) => {
    first += part.length;
    return int32(first - part.length);
  });
  const altitudes =
    altitude === undefined ? [] : [doubles(altitude, altitude), doubles(...positions.map(() => altitude))];
  return Buffer.concat([
    int32(type),
    doubles(0, 0, 0, 0),
    int32(parts.length),
    int32(positions.length),
    ...firsts,
    doubles(...positions.flat()),
    ...altitudes,
  ]);
}

export const pointRecord = (x: number, y: number): Buffer => Buffer.concat([int32(1), doubles(x, y)]);
export const nullRecord = (): Buffer => int32(0);

export function shpOf(type: number, records: readonly Buffer[]): Buffer {
  const bodies = records.map((record, index) =>
    Buffer.concat([bigEndian(index + 1), bigEndian(record.length / 2), record]),
  );
  const size = 100 + bodies.reduce((sum, { length }) => sum + length, 0);
  const header = Buffer.concat([
    bigEndian(9994),
    Buffer.alloc(20),
    bigEndian(size / 2),
    int32(1000),
    int32(type),
    Buffer.alloc(64),
  ]);
  return Buffer.concat([header, ...bodies]);
}

/** A table; the width of each field follows its type: `['name', 'C', 10]`. Records are written as their bytes. */
export function dbfOf(
  fields: readonly (readonly [string, string, number])[],
  records: readonly (readonly (string | Buffer)[])[],
  language = 0,
): Buffer {
  const descriptions = fields.map(([name, type, length]) => {
    const field = Buffer.alloc(32);
    field.write(name, 0, 11);
    field.write(type, 11);
    field[16] = length;
    return field;
  });
  const header = Buffer.alloc(32);
  header[0] = 3;
  header.writeUInt32LE(records.length, 4);
  header.writeUInt16LE(32 + 32 * fields.length + 1, 8);
  header.writeUInt16LE(1 + fields.reduce((sum, [, , length]) => sum + length, 0), 10);
  header[29] = language;
  const bodies = records.map((cells) =>
    Buffer.concat([
      Buffer.from(cells.length > fields.length ? '*' : ' '),
      ...fields.map(([, , length], index) => {
        const cell = Buffer.alloc(length, ' ');
        Buffer.from(cells[index] ?? '').copy(cell);
        return cell;
      }),
    ]),
  );
  return Buffer.concat([header, ...descriptions, Buffer.from([0x0d]), ...bodies, Buffer.from([0x1a])]);
}
