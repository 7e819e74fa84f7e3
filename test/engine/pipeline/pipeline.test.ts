import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { estimateSize, LimitReached } from '#engine/records/record.ts';
import { runPreview } from '#engine/preview/preview.ts';
import type { RecordError } from '#engine/pipeline/processor-chain.ts';
import type { DatasourceReader, DatasourceStream } from '#engine/datasource/datasource.ts';
import { runAll, sourceOf, typesOf } from '../source-of.ts';
import { Pipeline } from '#engine/pipeline/pipeline.ts';

const csv = (content: string) => ({ source: sourceOf(content), type: 'csvfile', params: {} });
const json = (value: unknown) => ({ source: sourceOf(JSON.stringify(value), 'a.json'), type: 'jsonfile', params: {} });
const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

describe('a run', () => {
  test('takes a file through its processors to typed records', async () => {
    const source = sourceOf(readFileSync('test/fixtures/stations.csv'), 'stations.csv');
    const { rows, pipeline } = await runAll({
      resources: [{ source, type: 'csvfile', params: { separator: ';' } }],
      processors: [
        { uid: 'pr_1', type: 'date_normalizer', params: { field: 'opened_on', date_format: '%d/%m/%Y' } },
        { uid: 'pr_2', type: 'string_replace', params: { field: 'passengers', old: ' ', new: '' } },
        { uid: 'pr_3', type: 'skip_record', params: { field: 'station', value_to_skip: 'Basel SBB' } },
      ],
    });
    expect(rows).toEqual([
      {
        station: 'Zürich HB',
        opened_on: '1847-03-23',
        passengers: 471_300,
        code: '00123',
        height_m: 408.5,
        seen_at: '2026-01-15T13:30:00Z',
      },
      {
        station: 'Genève; Cornavin',
        opened_on: '1858-03-16',
        passengers: 178_500,
        code: '00456',
        height_m: 392,
        seen_at: '2026-01-15T13:00:00Z',
      },
    ]);
    expect(typesOf(pipeline)).toEqual({
      station: 'text',
      opened_on: 'date',
      passengers: 'int',
      code: 'text',
      height_m: 'double',
      seen_at: 'datetime',
    });
    expect(pipeline.fields[4]).toEqual({
      name: 'height_m',
      label: 'Height (m)',
      type: 'double',
      description: '',
      originalName: 'Height (m)',
      annotations: [],
    });
    expect(pipeline.counters).toMatchObject({ recordsRead: 3, recordsWritten: 2, recordErrors: 0 });
  });

  test('infers no type that would lose something', async () => {
    const { rows, pipeline } = await runAll({
      processors: [],
      resources: [
        json([
          {
            big: '12345678901234567890',
            zero: '007',
            yes: true,
            tags: ['a'],
            point: { lat: 1, lon: 2 },
            shape: { type: 'Point', coordinates: [1, 2] },
            other: { x: ['\0'] },
            none: null,
            mixed: 1,
            nul: 'a\0b',
          },
          { big: '1', mixed: 1.5 },
        ]),
      ],
    });
    expect(typesOf(pipeline)).toEqual({
      big: 'text',
      zero: 'text',
      yes: 'text',
      tags: 'text',
      point: 'geo_point_2d',
      shape: 'geo_shape',
      other: 'text',
      none: 'text',
      mixed: 'double',
      nul: 'text',
    });
    expect(rows[0]).toEqual({
      big: '12345678901234567890',
      zero: '007',
      yes: 'true',
      tags: ['a'],
      point: { lat: 1, lon: 2 },
      shape: { type: 'Point', coordinates: [1, 2] },
      other: '{"x":["\\u0000"]}',
      none: null,
      mixed: 1,
      nul: 'a\ufffdb',
    });
  });

  test('infers days with the year first, points whose name says so, and shapes', async () => {
    const shape = { type: 'Point', coordinates: [7.4, 46.9] };
    const { rows, pipeline } = await runAll({
      processors: [],
      resources: [
        json([
          {
            day: '2026/01/15',
            us: '01/15/2026',
            geo_point: '46.94, 7.44',
            range: '46.94, 7.44',
            coordinates: '46,7',
            far: '96.94,7.44',
            shape: JSON.stringify(shape),
            braces: '{"a": 1}',
          },
        ]),
      ],
    });
    expect(typesOf(pipeline)).toEqual({
      day: 'date',
      us: 'text',
      geo_point: 'geo_point_2d',
      range: 'text',
      coordinates: 'text',
      far: 'text',
      shape: 'geo_shape',
      braces: 'text',
    });
    expect(rows[0]).toMatchObject({
      day: '2026-01-15',
      us: '01/15/2026',
      geo_point: { lat: 46.94, lon: 7.44 },
      shape,
      braces: '{"a": 1}',
    });
  });

  test('replaces what cannot be stored, reports it once for each value, and goes on', async () => {
    const errors: RecordError[] = [];
    const { rows } = await runAll({
      processors: [],
      onError: (error) => errors.push(error),
      resources: [
        json([
          { a: 'x', b: ['y'] },
          { a: '\0\0', b: ['\ud800', 'z'] },
          { a: 'v', b: ['w'] },
        ]),
      ],
    });
    expect(rows).toEqual([
      { a: 'x', b: ['y'] },
      { a: '\ufffd\ufffd', b: ['\ufffd', 'z'] },
      { a: 'v', b: ['w'] },
    ]);
    expect(errors.map(({ record, field }) => [record, field])).toEqual([
      [1, 'a'],
      [1, 'b'],
    ]);
    expect(errors[0]?.message).toMatch(/replaced by U\+FFFD/);
  });

  test('ends with a limit when there are too many fields', async () => {
    const wide = (count: number) =>
      runAll({
        resources: [csv(`${Array.from({ length: count }, (_, index) => `c${index}`).join()}\n`)],
        processors: [],
      });
    expect((await wide(1_000)).pipeline.fields).toHaveLength(1_000);
    for (const count of [1_001, 100_000]) {
      const error: unknown = await wide(count).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(LimitReached);
      expect(error).toMatchObject({ limitType: 'fields', limit: 1_000, value: 1_001, code: 'EXTRACTION_FAILED' });
    }
  });

  test('takes fields that are met later as text', async () => {
    const { rows, pipeline } = await runAll({
      resources: [csv(`n\n${lines(3200, (index) => (index === 3100 ? '1,2' : String(index)))}`)],
      processors: [],
    });
    expect(rows[3100]).toEqual({ n: 1, column_2: '2' });
    expect(typesOf(pipeline)).toEqual({ n: 'int', column_2: 'text' });
  });

  test('reads several sources one after another; columns of one name are one field', async () => {
    const { rows, pipeline } = await runAll({
      resources: [csv('A,b\n1,2\n'), json([{ a: 3, C: 'x' }])],
      processors: [],
    });
    expect(rows).toEqual([
      { a: 1, b: 2 },
      { a: 3, c: 'x' },
    ]);
    expect(pipeline.fields.map(({ label }) => label)).toEqual(['A', 'b', 'C']);
  });

  test('keeps the order of columns and those of a file without records', async () => {
    expect(
      (await runAll({ resources: [csv('name,2021,2020\n')], processors: [] })).pipeline.fields.map(({ name }) => name),
    ).toEqual(['name', '2021', '2020']);
    expect(
      (await runAll({ resources: [csv('name,2021,2020\nx,1,2\n')], processors: [] })).pipeline.fields.map(
        ({ name }) => name,
      ),
    ).toEqual(['name', '2021', '2020']);
  });

  test('takes any number of small records that come at once', async () => {
    const content = '1 '.repeat(200_000);
    const pipeline = new Pipeline({
      resources: [{ type: 'jsonfile', params: {}, source: sourceOf(content, 'a.json', content.length) }],
      processors: [],
    });
    let count = 0;
    for await (const batch of pipeline.batches()) count += batch.length;
    expect(count).toBe(200_000);
  });

  test('counts the errors of processors by record and goes on', async () => {
    const errors: RecordError[] = [];
    const { rows } = await runAll({
      resources: [csv('d,k\n2020,a\nx,skip\ny,b\n')],
      onError: (error) => errors.push(error),
      processors: [
        { uid: 'pr_1', type: 'skip_record', params: { field: 'k', value_to_skip: 'skip' } },
        { uid: 'pr_2', type: 'date_normalizer', params: { field: 'd', date_format: '%Y' } },
      ],
    });
    expect(rows).toEqual([
      { d: '2020-01-01', k: 'a' },
      { d: null, k: 'b' },
    ]);
    expect(errors).toEqual([{ record: 1, field: 'd', processorUid: 'pr_2', message: expect.any(String) }]);
  });

  test('refuses unknown types and wrong parameters before it reads anything', () => {
    expect(() => new Pipeline({ resources: [], processors: [{ uid: 'pr_1', type: 'split', params: {} }] })).toThrow(
      /required/,
    );
  });

  test('fails as unextractable with a reason', async () => {
    await expect(
      runAll({ resources: [{ source: sourceOf('[{"a": 1'), type: 'jsonfile', params: {} }], processors: [] }),
    ).rejects.toMatchObject({ code: 'EXTRACTION_FAILED', message: expect.stringContaining('line 1') });
  });
});

describe('a source without end', () => {
  const opened = (content: Readable): DatasourceStream => ({ filename: 'a.csv', mimetype: null, size: null, content });
  const endless = () => {
    let sent = 0;
    const stream = new Readable({
      read() {
        sent++;
        this.push('1,2\n'.repeat(5_000));
      },
    });
    return { stream, sent: () => sent, source: { openStream: async () => opened(stream) } };
  };

  test('is read no further than its records are taken', async () => {
    const { stream, sent, source } = endless();
    const batches = new Pipeline({ resources: [{ source, type: 'csvfile', params: {} }], processors: [] }).batches();
    await batches.next();
    for (let turn = 0; turn < 200; turn++) await setImmediate();
    expect(sent()).toBeLessThan(60);
    await batches.return(undefined);
    expect(stream.destroyed).toBe(true);
  });

  test('stops at once when the run is aborted', async () => {
    const { stream, source } = endless();
    const abort = new AbortController();
    const pipeline = new Pipeline({
      resources: [{ source, type: 'csvfile', params: {} }],
      processors: [],
      signal: abort.signal,
    });
    const run = (async () => {
      for await (const _ of pipeline.batches())
        if (pipeline.counters.recordsWritten > 20_000) abort.abort(new Error('enough'));
    })();
    await expect(run).rejects.toThrow('enough');
    expect(stream.destroyed).toBe(true);
    expect(pipeline.counters.recordsWritten).toBeLessThan(30_000);
  });

  test('stops while the source is silent, or never opens', async () => {
    const silent = new Readable({ read: () => undefined });
    const sources: DatasourceReader[] = [
      { openStream: async () => opened(silent) },
      { openStream: () => new Promise(() => undefined) },
    ];
    for (const source of sources) {
      const resource = { source, type: 'csvfile', params: {} };
      await expect(runAll({ resources: [resource], processors: [], signal: AbortSignal.timeout(50) })).rejects.toThrow(
        /timeout/,
      );
    }
    expect(silent.destroyed).toBe(true);
  });

  test('is previewed by its first twenty records, as publishing stores them', async () => {
    const { stream, source } = endless();
    const { fields, records } = await runPreview({
      resources: [{ source, type: 'csvfile', params: { headers_first_row: false } }],
      processors: [],
    });
    expect(records).toEqual(Array.from({ length: 20 }, () => ({ column_1: 1, column_2: 2 })));
    expect(fields.map(({ type }) => type)).toEqual(['int', 'int']);
    expect(stream.destroyed).toBe(true);
  });
});

test('a preview is the beginning of what a run stores, even where a type shows only later', async () => {
  const content = `n\n${lines(900, String)}\n1.5\n${lines(2000, () => 'x')}`;
  const { rows, pipeline } = await runAll({ resources: [csv(content)], processors: [] });
  const { fields, records } = await runPreview({ resources: [csv(content)], processors: [] });
  expect(records).toEqual(rows.slice(0, 20));
  expect(fields).toEqual(pipeline.fields);
});

describe('what is held of records at one time is bounded', () => {
  const heaviest = async (type: string, filename: string, content: string) => {
    let weight = 0;
    for await (const batch of new Pipeline({
      resources: [{ source: sourceOf(content, filename), type, params: {} }],
      processors: [],
    }).batches()) {
      weight = Math.max(
        weight,
        batch.reduce((sum, row) => sum + estimateSize(row), 0),
      );
    }
    return weight;
  };
  const header = Array.from({ length: 5_000 }, (_, index) => `c${index}`).join();

  test.each([
    [
      'records that are long',
      'jsonfile',
      'a.json',
      JSON.stringify(Array.from({ length: 30 }, () => ({ a: 'x'.repeat(1_000_000) }))),
    ],
    [
      'records of many values',
      'jsonfile',
      'a.json',
      JSON.stringify(Array.from({ length: 30 }, () => ({ a: Array.from({ length: 60_000 }, () => []) }))),
    ],
    ['lines that are long', 'csvfile', 'a.csv', lines(60, () => 'x'.repeat(100_000))],
    ['short lines of a wide table', 'csvfile', 'a.csv', `${header}\n${lines(200, () => '1')}`],
  ])('what is held of records at one time is bounded: %s', async (_case, type, filename, content) => {
    expect(await heaviest(type, filename, content)).toBeLessThan(8 * 2 ** 20);
  });

  test('a record that the processors make too large stays as it was before each that would, and the run goes on', async () => {
    const processors = Array.from({ length: 80 }, (_, index) => ({
      uid: `pr_${index}`,
      type: 'concat',
      params: { left_value: 'a', right_value: 'a', output_field: `f${index}` },
    }));
    const { rows, pipeline } = await runAll({ resources: [csv(`a\n${'x'.repeat(450_000)}\n5\n`)], processors });
    expect(rows.map((row) => Object.keys(row).length)).toEqual([75, 81]);
    expect(pipeline.counters).toMatchObject({ recordsWritten: 2, recordErrors: 6 });
  });

  test('the label of a column is truncated to 1000 characters', async () => {
    const { pipeline } = await runAll({ resources: [csv(`${'x'.repeat(100_000)}\n1\n`)], processors: [] });
    expect(pipeline.fields[0]?.label).toHaveLength(1_000);
  });
});
