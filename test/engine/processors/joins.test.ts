import { describe, expect, test } from '@jest/globals';
import { ProcessorChain, type RecordError } from '#engine/pipeline/processor-chain.ts';
import type { OpenReference } from '#engine/pipeline/dataset-reference.ts';
import type { ReferencedRecords } from '#engine/processors/processor.ts';
import type { DataRecord } from '#engine/records/record.ts';
import { runAll, sourceOf } from '../source-of.ts';
import { faultsWith, treat } from './apply-processor.ts';

const cities: ReferencedRecords<readonly DataRecord[]> = {
  fields: ['code', 'name', 'people'],
  records: [
    { code: 'BE', name: 'Bern', people: 134_000 },
    { code: 'GE', name: 'Genève', people: 203_000 },
    { code: 'BE', name: 'Biel', people: 56_000 },
    { code: null, name: 'Nowhere', people: 0 },
    { code: 7, name: 'Seven', people: 7 },
  ],
};
const joined = (row: DataRecord, params: object = {}, referenced = cities) =>
  treat(
    'join_datasets',
    { dataset: 'swiss-cities', local_key: 'canton', remote_key: 'code', output_fields: 'name', ...params },
    row,
    referenced,
  ).result;

describe('join_datasets', () => {
  test('adds the fields of the first record with the same key, or null', () => {
    expect(joined({ canton: 'BE' })).toEqual({ canton: 'BE', name: 'Bern' });
    expect(joined({ canton: 'ZH' })).toEqual({ canton: 'ZH', name: null });
    expect(joined({ canton: null })).toEqual({ canton: null, name: null });
    expect(joined({})).toEqual({ name: null });
    expect(joined({ canton: '7' })).toEqual({ canton: '7', name: 'Seven' });
  });

  test('makes a record of every match when told', () => {
    expect(joined({ canton: 'BE' }, { one_line: false })).toEqual([
      { canton: 'BE', name: 'Bern' },
      { canton: 'BE', name: 'Biel' },
    ]);
    expect(joined({ canton: 'GE' }, { one_line: 'false', output_fields: ['people', 'name'] })).toEqual({
      canton: 'GE',
      people: 203_000,
      name: 'Genève',
    });
  });

  test('brings all fields over but the key, and none over one that is there', () => {
    expect(joined({ canton: 'GE', name: 'x' }, { retrieve_all_fields: true, output_fields: '' })).toEqual({
      canton: 'GE',
      name: 'x',
      swiss_cities_name: 'Genève',
      people: 203_000,
    });
    expect(joined({ code: 'GE' }, { local_key: 'code', output_fields: 'code' })).toEqual({
      code: 'GE',
      swiss_cities_code: 'GE',
    });
  });

  test('compares keys of several fields, and whatever case and accents when told', () => {
    const keys = { local_key: 'a, b', remote_key: ['code', 'name'], output_fields: 'people' };
    expect(joined({ a: 'BE', b: 'Biel' }, keys)).toMatchObject({ people: 56_000 });
    expect(joined({ a: 'be', b: 'BIEL' }, keys)).toMatchObject({ people: null });
    expect(joined({ a: 'ge', b: 'GENEVE' }, { ...keys, case_sensitive: false })).toMatchObject({ people: 203_000 });
    // the border between two values counts
    expect(joined({ a: 'BEBi', b: 'el' }, keys)).toMatchObject({ people: null });
  });

  test('names like those that every object has join nothing', () => {
    expect(joined({ canton: 'constructor' })).toEqual({ canton: 'constructor', name: null });
    expect(
      faultsWith('join_datasets', {
        dataset: 'a',
        local_key: ['__proto__'],
        remote_key: 'b',
        output_fields: 'toString',
      }),
    ).toEqual(['local_key', 'output_fields']);
  });

  test('tells what is wrong with its parameters', () => {
    expect(faultsWith('join_datasets', {})).toEqual(['dataset', 'local_key', 'remote_key']);
    expect(faultsWith('join_datasets', { dataset: 'a', local_key: [], remote_key: 'b', output_fields: 'c' })).toEqual([
      'local_key',
    ]);
    expect(faultsWith('join_datasets', { dataset: 'a', local_key: 'a,b', remote_key: 'b' })).toEqual([
      'remote_key',
      'output_fields',
    ]);
    expect(
      faultsWith('join_datasets', { dataset: 'a', local_key: 'a,a', remote_key: [1], output_fields: { a: 1 } }),
    ).toEqual(['local_key', 'remote_key', 'output_fields']);
  });
});

describe('geojoin', () => {
  const square = (west: number, south: number, size: number) => ({
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [west + size, south],
        [west + size, south + size],
        [west, south + size],
        [west, south],
      ],
    ],
  });
  const regions: ReferencedRecords<readonly DataRecord[]> = {
    fields: ['name', 'shape'],
    records: [
      { name: 'small', shape: square(0, 0, 1) },
      { name: 'large', shape: JSON.stringify(square(0, 0, 10)) },
      {
        name: 'two',
        shape: {
          type: 'GeometryCollection',
          geometries: [square(50, 50, 1), square(50, 50, 2), { type: 'Point', coordinates: [7, 7] }],
        },
      },
      { name: 'broken', shape: { type: 'Polygon', coordinates: [[[0, 0]]] } },
      { name: 'none', shape: null },
    ],
  };
  const located = (point: DataRecord['p'], params: object = {}, referenced = regions) =>
    treat(
      'geojoin',
      { dataset: 'regions', field: 'p', remote_field: 'shape', output_fields: 'name', ...params },
      { p: point ?? null },
      referenced,
    );
  const nameAt = (point: DataRecord['p']) => (located(point).result as DataRecord)['name'];

  test('finds the area that a point lies in', () => {
    expect([
      nameAt({ lat: 0.5, lon: 0.5 }),
      nameAt('5,5'),
      nameAt('10,10'),
      nameAt('51,51'),
      nameAt('20,20'),
      nameAt(null),
    ]).toEqual(['small', 'large', 'large', 'two', null, null]);
  });

  test('finds every area once when told', () => {
    expect(located('0.5,0.5', { one_line: false }).result).toEqual([
      { p: '0.5,0.5', name: 'small' },
      { p: '0.5,0.5', name: 'large' },
    ]);
    expect(located('50.5,50.5', { one_line: false }).result).toEqual({ p: '50.5,50.5', name: 'two' });
  });

  test('reports values that are not points, and joins nothing without areas', () => {
    expect(located('here')).toEqual({
      result: { p: 'here', name: null },
      problems: [{ field: 'p', message: '"here" is not a point.' }],
    });
    expect(located('0,0', {}, { fields: [], records: [] }).result).toEqual({ p: '0,0', name: null });
    expect(located('0,0', { retrieve_all_fields: true, output_fields: [] }).result).toEqual({
      p: '0,0',
      name: 'small',
    });
  });
});

describe('a run', () => {
  const join = {
    uid: 'pr_1',
    type: 'join_datasets',
    params: { dataset: 'cities', local_key: 'canton', remote_key: 'code', output_fields: 'people' },
  };
  const resources = [{ source: sourceOf('canton\nGE\nBE\n'), type: 'csvfile', params: {} }];
  const endless =
    (row: DataRecord): OpenReference =>
    async () => ({
      fields: ['code', 'people'],
      records: (async function* () {
        for (;;) yield Array.from({ length: 1000 }, () => ({ ...row }));
      })(),
    });

  test('reads what its processors refer to before the first row', async () => {
    const asked: unknown[] = [];
    const openReference: OpenReference = async (reference, uid) => {
      asked.push([reference, uid]);
      return {
        fields: ['code', 'people'],
        records: (async function* () {
          yield cities.records.slice(0, 1);
          yield cities.records.slice(1);
        })(),
      };
    };
    const { rows, pipeline } = await runAll({ resources, processors: [join], openReference });
    expect(asked).toEqual([
      [{ dataset: 'cities', requiredFields: ['code', 'people'], includesAllFields: false }, 'pr_1'],
    ]);
    expect(rows).toEqual([
      { canton: 'GE', people: 203_000 },
      { canton: 'BE', people: 134_000 },
    ]);
    expect(pipeline.fields.map(({ name, type }) => [name, type])).toEqual([
      ['canton', 'text'],
      ['people', 'int'],
    ]);
  });

  test('fails where it may not refer to other datasets, and where they are too large', async () => {
    const failing = { code: 'EXTRACTION_FAILED', message: expect.stringContaining('cities') };
    await expect(runAll({ resources, processors: [join] })).rejects.toMatchObject(failing);
    await expect(
      runAll({ resources, processors: [join], openReference: endless({ code: 'x' }) }),
    ).rejects.toMatchObject(failing);
    await expect(
      runAll({ resources, processors: [join], openReference: endless({ code: 'x'.repeat(10_000) }) }),
    ).rejects.toMatchObject(failing);
  });

  test('a run that is ended while it reads another dataset ends at once', async () => {
    const signal = AbortSignal.abort(new Error('Enough.'));
    const stack = new ProcessorChain([join], () => undefined);
    await expect(stack.readReferences(endless({ code: 'x' }), signal)).rejects.toThrow('Enough.');
  });

  const people =
    (count: number): OpenReference =>
    async () => ({
      fields: ['code', 'people'],
      records: (async function* () {
        yield Array.from({ length: count }, () => ({ code: 'GE', people: 1 }));
      })(),
    });
  const multiplied = async (count: number, uids: readonly string[]) => {
    const errors: RecordError[] = [];
    const processors = uids.map((uid) => ({ ...join, uid, params: { ...join.params, one_line: false } }));
    const { rows } = await runAll({
      resources,
      processors,
      openReference: people(count),
      onError: (error) => errors.push(error),
    });
    return { rows, errors };
  };
  const tooMany = { record: 0, field: null, message: expect.stringContaining('more than 10000 records') };

  test('leaves a record as it was before the join that would multiply it too often, and goes on', async () => {
    const { rows, errors } = await multiplied(9_000, ['pr_1', 'pr_2', 'pr_3']);
    expect(rows).toHaveLength(9_001);
    expect(rows.slice(-2)).toEqual([
      { canton: 'GE', people: 1 },
      expect.objectContaining({ canton: 'BE', people: null }),
    ]);
    expect(errors).toEqual([
      { ...tooMany, processorUid: 'pr_2' },
      { ...tooMany, processorUid: 'pr_3' },
    ]);
  });

  test('leaves a record that matches too many others as it was', async () => {
    const { rows, errors } = await multiplied(20_000, ['pr_1']);
    expect(rows).toEqual([{ canton: 'GE' }, { canton: 'BE', people: null }]);
    expect(errors).toEqual([{ ...tooMany, processorUid: 'pr_1' }]);
  });
});
