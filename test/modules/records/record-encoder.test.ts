import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Field } from '../../../src/engine/records/field.ts';
import type { DataRecord } from '../../../src/engine/records/record.ts';
import { RecordEncoder } from '../../../src/modules/records/table/record-encoder.ts';
import { RecordIdentity } from '../../../src/modules/records/table/record-identity.ts';
import { TableColumns } from '../../../src/modules/records/table/table-columns.ts';
import { BulkLineWriter } from '../../../src/platform/database/bulk-line-writer.ts';

const types: readonly Field['type'][] = ['text', 'int', 'double', 'date', 'datetime', 'geo_point_2d', 'geo_shape'];
const fields = new TableColumns().assign(
  [...types, 'text' as const].map((type, index) => ({
    name: `f${String(index)}`,
    label: '',
    type,
    description: '',
    annotations: [],
  })),
);

const identity = new RecordIdentity(Buffer.alloc(32, 7));

const text = fc
  .array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('\u0001', '\u0002', '\n', '\r', '\\.', 'É')))
  .map((parts) => parts.join('').replaceAll('\0', ''));
const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values);
const records: fc.Arbitrary<DataRecord> = fc.record({
  f0: optional(text),
  f1: optional(fc.maxSafeInteger()),
  f2: optional(fc.double({ noNaN: true })),
  f3: optional(fc.constantFrom('2024-02-29', '0000-01-01')),
  f4: optional(fc.constantFrom('2024-02-29T10:00:00Z', '2024-02-29T10:00:00.123456789Z')),
  f5: optional(fc.constant({ lat: 1.5, lon: 2 })),
  f6: optional(text.map((name) => ({ type: 'Point', coordinates: [1, 2], name }))),
  f7: optional(text),
});

test('a line of a record has the cells that an appended record has, and an identifier in place of the digest', () => {
  const encoder = new RecordEncoder(fields, identity);
  const idIndex = encoder.columns.indexOf('_id');
  const line = new BulkLineWriter(1);
  const expected = new BulkLineWriter(1);
  fc.assert(
    fc.property(fc.array(records, { maxLength: 3 }), fc.nat(), (batch, first) => {
      for (const [index, record] of batch.entries()) {
        encoder.writeLine(record, first + index, line);
        const cells = encoder.encode(record, first + index);
        const digest = String(cells[idIndex]).slice(2);
        cells[idIndex] = String.raw`\x${identity.idOf(Buffer.from(digest, 'hex').toString('latin1'))}`;
        for (const cell of cells) expected.cell(cell);
        expected.endLine();
      }
      expect(line.take().toString()).toBe(expected.take().toString());
    }),
    { numRuns: 500 },
  );
});

test('a text with NUL, which no column can hold, is refused instead of moving the texts behind it', () => {
  const encoder = new RecordEncoder(fields, identity);
  expect(() => encoder.encode({ f0: 'a\0b' }, 0)).toThrow('A cell must not contain NUL.');
});
