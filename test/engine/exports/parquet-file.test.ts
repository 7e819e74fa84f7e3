import { expect, test } from '@jest/globals';
import { tableFromIPC } from 'apache-arrow';
import fc from 'fast-check';
import { snappyUncompress } from 'hyparquet';
import { readParquet } from 'parquet-wasm/node';
import { parquetCompressions, type ExportColumn } from '../../../src/engine/exports/export-format.ts';
import { ParquetEncoder } from '../../../src/engine/exports/parquet/parquet-encoder.ts';
import { compressSnappy } from '../../../src/engine/exports/parquet/snappy.ts';

const column = (name: string, type: ExportColumn['type'], isMultivalued = false): ExportColumn => ({
  ...{ name, label: name, type, isMultivalued },
});
const columns = [
  column('text', 'text'),
  column('tags', 'text', true),
  column('int', 'int'),
  column('double', 'double'),
  column('day', 'date'),
  column('time', 'datetime'),
];

const text = fc.string({ unit: 'grapheme', maxLength: 80 });
const time = fc.date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true });
const anyRow = fc.record({
  text: fc.option(text),
  tags: fc.option(fc.array(text, { minLength: 1, maxLength: 3 })),
  int: fc.option(fc.maxSafeInteger()),
  // JSON has no negative zero
  double: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)),
  day: fc.option(time.map((each) => each.toISOString().slice(0, 10))),
  time: fc.option(time.map((each) => each.toISOString())),
});
/** A few rows, or many repetitions of a few rows, so that columns get dictionaries. */
const anyRows = fc.oneof(
  fc.array(anyRow, { maxLength: 20 }),
  fc
    .tuple(fc.array(anyRow, { minLength: 1, maxLength: 12 }), fc.array(fc.nat(), { minLength: 500, maxLength: 3_000 }))
    .map(([rows, order]) => order.flatMap((each) => rows[each % rows.length] ?? [])),
);

const millisecondsOf = (value: unknown): unknown => (typeof value === 'string' ? Date.parse(value) : value);

test('an independent reader finds the values and nulls of every column', () => {
  fc.assert(
    fc.property(
      fc.array(anyRows, { maxLength: 3 }),
      fc.constantFrom(...parquetCompressions),
      (batches, compression) => {
        const encoder = new ParquetEncoder({ columns, compression });
        const texts = batches.map((rows) => rows.map((row) => JSON.stringify(row)));
        const file = Buffer.concat([...texts.map((rows) => encoder.addJson(rows)), encoder.end()]);
        const table = tableFromIPC(readParquet(new Uint8Array(file)).intoIPCStream());
        const found = table.toArray().map((row): Record<string, unknown> => row.toJSON());
        expect(
          found.map(({ text, tags, int, double, day, time }) => ({
            ...{ text, tags: JSON.parse(JSON.stringify(tags)), int: int === null ? null : Number(int), double },
            ...{ day: millisecondsOf(day), time: millisecondsOf(time) },
          })),
        ).toEqual(
          batches.flat().map((row) => ({
            ...row,
            // JSON writes -0 as 0.
            ...{ double: row.double === null ? null : row.double + 0 },
            ...{ day: millisecondsOf(row.day), time: millisecondsOf(row.time) },
          })),
        );
      },
    ),
    { numRuns: 60 },
  );
});

test('compressed bytes are read back', () => {
  const repeated = fc
    .tuple(fc.uint8Array({ minLength: 1, maxLength: 300 }), fc.array(fc.nat({ max: 300 }), { maxLength: 400 }))
    .map(([bytes, lengths]) => Buffer.concat(lengths.map((length) => bytes.subarray(0, length))));
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 100 }), repeated), (bytes) => {
      const read = new Uint8Array(bytes.length);
      snappyUncompress(compressSnappy(bytes), read);
      expect(Buffer.from(read).equals(bytes)).toBe(true);
    }),
  );
});
