import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { guessExtractors } from '#engine/extractors/guess.ts';
import {
  bytesToText,
  chooseStoredForm,
  createDecimalReader,
  parsers,
  toJsonValue,
} from '#engine/extractors/parquet/parquet-columns.ts';
import { sampleOf } from '#test/engine/source-of.ts';
import { rowsOf } from '../rows-of.ts';

const fixtures = 'test/fixtures';
const failure = (reason: RegExp) => ({ code: 'EXTRACTION_FAILED', message: expect.stringMatching(reason) });

/** What alltypes_plain tells of the day of a month and a number, worked out from how the file was made. */
const record = (id: number, month: string, number: number) => ({
  id,
  bool_col: number % 2 === 0,
  tinyint_col: number,
  smallint_col: number,
  int_col: number,
  bigint_col: number * 10,
  float_col: number * 1.1,
  double_col: number * 10.1,
  date_string_col: `${month}/01/09`,
  string_col: String(number),
  timestamp_col: `2009-${month}-01T00:0${number}:00Z`,
});

describe('real Parquet files', () => {
  test.each([
    [
      'alltypes_plain.parquet',
      [
        record(4, '03', 0),
        record(5, '03', 1),
        record(6, '04', 0),
        record(7, '04', 1),
        record(2, '02', 0),
        record(3, '02', 1),
        record(0, '01', 0),
        record(1, '01', 1),
      ],
    ],
    ['alltypes_plain.snappy.parquet', [record(6, '04', 0), record(7, '04', 1)]],
  ])('%s is read value by value', async (name, expected) => {
    const bytes = readFileSync(`${fixtures}/${name}`);
    expect(await guessExtractors(sampleOf(bytes, 'download'))).toMatchObject([{ type: 'parquetfile' }]);
    expect((await rowsOf('parquetfile', bytes)).rows).toEqual(expected);
  });

  test('cut or changed anywhere give records or fail as unextractable', async () => {
    const bytes = readFileSync(`${fixtures}/alltypes_plain.snappy.parquet`);
    await expect(rowsOf('parquetfile', bytes.subarray(0, -1))).rejects.toMatchObject(
      failure(/not a Parquet file, or it is truncated/),
    );
    for (let offset = 5; offset < bytes.length - 4; offset += 97) {
      const changed = Buffer.from(bytes);
      changed[offset] = (changed[offset] ?? 0) ^ 0xff;
      await rowsOf('parquetfile', changed).catch((error: unknown) =>
        expect(error).toMatchObject({ code: 'EXTRACTION_FAILED' }),
      );
    }
  });
});

describe('a value of a Parquet file', () => {
  test('is an ISO text where it is an instant, a day or a time', () => {
    expect(parsers.timestampFromNanoseconds?.(1_234_567_890_123_456_789n)).toBe('2009-02-13T23:31:30.123456789Z');
    expect(parsers.timestampFromMicroseconds?.(-1n)).toBe('1969-12-31T23:59:59.999999Z');
    expect(parsers.timestampFromMilliseconds?.(1_500n)).toBe('1970-01-01T00:00:01.5Z');
    expect(parsers.timestampFromMilliseconds?.(10n ** 18n)).toBeNull();
    expect(parsers.dateFromDays?.(-1)).toBe('1969-12-31');
    expect(
      chooseStoredForm({
        name: 'a',
        type: 'INT64',
        logical_type: { type: 'TIME', isAdjustedToUTC: false, unit: 'MICROS' },
      }).toValue(3_600_000_001n),
    ).toBe('01:00:00.000001');
  });

  test('keeps the digits of decimal and of large numbers', () => {
    expect([3, -1_234_567, 0].map(createDecimalReader(2))).toEqual([0.03, -12_345.67, 0]);
    expect(createDecimalReader(3)(Uint8Array.from([0xff, 0x85]))).toBe(-0.123);
    expect(createDecimalReader(2)(12_345_678_901_234_567_890n)).toBe('123456789012345678.9');
    expect([5n, 2n ** 60n, NaN].map(toJsonValue)).toEqual([5, '1152921504606846976', null]);
    expect(chooseStoredForm({ name: 'a', type: 'FLOAT' }).toValue(Math.fround(1.1))).toBe(1.1);
  });

  test('is text, or Base64 where bytes are none; nested ones are JSON', () => {
    expect(bytesToText(Buffer.from('Zoë'))).toBe('Zoë');
    expect(toJsonValue(Uint8Array.from([0xff, 0]))).toBe('/wA=');
    expect(toJsonValue({ a: [1n, { b: undefined }], c: new Float64Array([1.5]) })).toEqual({
      a: [1, { b: null }],
      c: [1.5],
    });
    expect(parsers.jsonFromBytes?.(Buffer.from('{"a":'))).toBe('{"a":');
  });
});

test('bytes are written in one way throughout a column', async () => {
  const [text, mixed] = [
    ['a', 'b', 'ä'],
    ['abcd', 'efgh', '\xff\xfe\x00\x01'],
  ].map((values, column) =>
    values.map((value) => new Uint8Array(Buffer.from(value, column === 0 ? 'utf8' : 'latin1'))),
  );
  const written = parquetWriteBuffer({
    columnData: [
      { name: 'text', data: text ?? [], type: 'BYTE_ARRAY' },
      { name: 'mixed', data: mixed ?? [], type: 'BYTE_ARRAY' },
    ],
    rowGroupSize: 2,
  });
  expect((await rowsOf('parquetfile', Buffer.from(written))).rows).toEqual([
    { text: 'a', mixed: 'YWJjZA==' },
    { text: 'b', mixed: 'ZWZnaA==' },
    { text: 'ä', mixed: '//4AAQ==' },
  ]);
});

test('bytes in structs, lists and maps are written in one way throughout their column', async () => {
  const bytesOf = (value: string) => new Uint8Array(Buffer.from(value, 'latin1'));
  const leaf = (name: string) => ({ name, type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL' }) as const;
  const written = parquetWriteBuffer({
    columnData: [
      {
        name: 'struct',
        data: [
          { text: bytesOf('a'), mixed: bytesOf('abcd') },
          { text: bytesOf('b'), mixed: bytesOf('\xff\xfe') },
        ],
      },
      {
        name: 'list',
        data: [
          [bytesOf('abcd'), bytesOf('e')],
          [bytesOf('\xff'), null],
        ],
      },
      { name: 'texts', data: [[bytesOf('abcd')], []] },
      { name: 'map', data: [{ k: bytesOf('abcd') }, { k: bytesOf('\xff'), other: bytesOf('b') }] },
    ],
    schema: [
      { name: 'root', num_children: 4 },
      { name: 'struct', num_children: 2, repetition_type: 'OPTIONAL' },
      leaf('text'),
      leaf('mixed'),
      { name: 'list', num_children: 1, repetition_type: 'OPTIONAL', converted_type: 'LIST' },
      { name: 'list', num_children: 1, repetition_type: 'REPEATED' },
      leaf('element'),
      { name: 'texts', num_children: 1, repetition_type: 'OPTIONAL', converted_type: 'LIST' },
      { name: 'list', num_children: 1, repetition_type: 'REPEATED' },
      leaf('element'),
      { name: 'map', num_children: 1, repetition_type: 'OPTIONAL', converted_type: 'MAP' },
      { name: 'key_value', num_children: 2, repetition_type: 'REPEATED' },
      { name: 'key', type: 'BYTE_ARRAY', repetition_type: 'REQUIRED' },
      leaf('value'),
    ],
    rowGroupSize: 1,
  });
  expect((await rowsOf('parquetfile', Buffer.from(written))).rows).toEqual([
    { struct: { text: 'a', mixed: 'YWJjZA==' }, list: ['YWJjZA==', 'ZQ=='], texts: ['abcd'], map: { k: 'YWJjZA==' } },
    {
      struct: { text: 'b', mixed: '//4=' },
      list: ['/w==', null],
      texts: [],
      map: { k: '/w==', other: 'Yg==' },
    },
  ]);
});

test('nested numbers and times are as exact as those of columns of their own', async () => {
  const written = parquetWriteBuffer({
    columnData: [{ name: 'struct', data: [{ price: 1234n, share: 1.1 }] }],
    schema: [
      { name: 'root', num_children: 1 },
      { name: 'struct', num_children: 2, repetition_type: 'OPTIONAL' },
      { name: 'price', type: 'INT64', repetition_type: 'OPTIONAL', converted_type: 'DECIMAL', scale: 2, precision: 9 },
      { name: 'share', type: 'FLOAT', repetition_type: 'OPTIONAL' },
    ],
  });
  expect((await rowsOf('parquetfile', Buffer.from(written))).rows).toMatchObject([{ struct: { share: 1.1 } }]);
});

test('a file that is not Parquet fails with a reason', async () => {
  for (const content of ['', 'PAR1', 'a,b\n', `PAR1${'x'.repeat(100)}`])
    await expect(rowsOf('parquetfile', content)).rejects.toMatchObject(failure(/PAR1|cannot be read/));
  await expect(rowsOf('parquetfile', `PAR1xxxx\xff\xff\xff\x7fPAR1`)).rejects.toMatchObject(failure(/cannot be read/));
});
