import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { runPreview } from '#engine/preview/preview.ts';
import type { RecordError } from '#engine/pipeline/processor-chain.ts';
import {
  castAsConfigured,
  checkFieldStep,
  type ConfiguredFieldStep,
  type TypedFieldStep,
} from '#engine/field-steps.ts';
import { type DataRecord, type Field, fieldTypes } from '#engine/records/record.ts';
import { runAll, sourceOf } from '../source-of.ts';

const csv = (content: string) => [{ source: sourceOf(content), type: 'csvfile', params: {} }];
const json = (value: unknown) => [{ source: sourceOf(JSON.stringify(value), 'a.json'), type: 'jsonfile', params: {} }];
const configured = (steps: readonly TypedFieldStep[]): ConfiguredFieldStep[] =>
  steps.map((step, index) => ({ ...step, uid: `pr_${index}` }));

async function shape(resources: ReturnType<typeof csv>, ...steps: readonly TypedFieldStep[]) {
  const errors: RecordError[] = [];
  const { rows, pipeline } = await runAll({
    resources,
    processors: [],
    fields: configured(steps),
    onError: (error) => errors.push(error),
  });
  return { rows, fields: pipeline.fields, names: pipeline.fields.map(({ name }) => name), errors };
}

const rename = (fromName: string, toName: string, fieldLabel = toName): TypedFieldStep => ({
  type: 'rename',
  params: { fromName, toName, fieldLabel },
});
const remove = (field: string): TypedFieldStep => ({ type: 'delete', params: { field } });
const order = (...names: string[]): TypedFieldStep => ({ type: 'order', params: { order: names } });
const type = (field: string, typeParam: Field['type']): TypedFieldStep => ({
  type: 'type',
  params: { field, typeParam },
});
const describeField = (field: string, description: string): TypedFieldStep => ({
  type: 'description',
  params: { field, description },
});
const unit = (field: string, ...args: string[]): TypedFieldStep => ({
  type: 'annotate',
  params: { field, annotation: 'unit', args },
});

describe('field configurations', () => {
  test('a rename changes name and label, and leaves the field in its place with its name in the source', async () => {
    const { rows, fields } = await shape(csv('Height (m),n\n1.5,1\n'), rename('height_m', 'height', 'Height'));
    expect(rows).toEqual([{ height: 1.5, n: 1 }]);
    expect(fields[0]).toEqual({
      name: 'height',
      label: 'Height',
      type: 'double',
      description: '',
      originalName: 'Height (m)',
      annotations: [],
    });
  });

  test('a type is not inferred: what inference would lose is kept, what does not fit is empty and reported by the configuration', async () => {
    const { rows, fields, errors } = await shape(
      csv('code,n,at\n007,+07,2026-01-15T23:00:00Z\n1.50,x,soon\n'),
      type('code', 'text'),
      type('n', 'int'),
      type('at', 'date'),
    );
    expect(rows).toEqual([
      { code: '007', n: 7, at: '2026-01-15' },
      { code: '1.50', n: null, at: null },
    ]);
    expect(fields.map((field) => field.type)).toEqual(['text', 'int', 'date']);
    expect(errors).toEqual([
      { record: 1, field: 'n', processorUid: 'pr_1', message: 'The value is not of the type int.' },
      { record: 1, field: 'at', processorUid: 'pr_2', message: 'The value is not of the type date.' },
    ]);
  });

  test('a field whose type is configured keeps it, and each value that does not fit is reported', async () => {
    const content = `n\n${'1\n'.repeat(1_500)}odd\n007\n`;
    const { rows, errors } = await shape(csv(content), type('n', 'int'));
    expect([rows.slice(-2), errors.length]).toEqual([[{ n: null }, { n: 7 }], 1]);
  });

  test('the last type counts, and the values are those of the source', async () => {
    expect((await shape(csv('a\n007\n'), type('a', 'int'), type('a', 'text'))).rows).toEqual([{ a: '007' }]);
  });

  test("descriptions and annotations are the schema's; one annotation of a name is there once", async () => {
    const { fields } = await shape(
      csv('a,b\n1,2\n'),
      describeField('a', 'Old'),
      describeField('a', 'New'),
      unit('b', 'm'),
      unit('b', 'km'),
      { type: 'annotate', params: { field: 'b', annotation: 'sortable', args: [] } },
    );
    expect(fields).toMatchObject([
      { name: 'a', description: 'New', annotations: [] },
      {
        name: 'b',
        description: '',
        annotations: [
          { name: 'unit', args: ['km'] },
          { name: 'sortable', args: [] },
        ],
      },
    ]);
  });

  test('an order puts the named fields first; the others keep theirs, and a later order comes before an earlier one', async () => {
    expect((await shape(csv('a,b,c,d\n1,2,3,4\n'), order('d', 'b'))).names).toEqual(['d', 'b', 'a', 'c']);
    expect((await shape(csv('a,b,c,d\n1,2,3,4\n'), order('d', 'b'), order('c', 'unknown'))).names).toEqual([
      'c',
      'd',
      'b',
      'a',
    ]);
    expect((await shape(csv('a,b,c,d\n1,2,3,4\n'), order('d'), rename('d', 'e'), rename('a', 'd'))).names).toEqual([
      'e',
      'd',
      'b',
      'c',
    ]);
  });

  test('a deleted field is gone from schema and records, with what was wrong with it', async () => {
    expect(await shape(csv('a,b\n1,2\n'), remove('a'))).toMatchObject({ rows: [{ b: 2 }], names: ['b'] });
    expect((await shape(csv('a,b\nx,2\n'), type('a', 'int'), remove('a'))).errors).toEqual([]);
    expect(await shape(csv('a,b\n'), remove('a'))).toMatchObject({ rows: [], names: ['b'] });
  });

  test('each speaks of the names that those before it left; unknown names have no effect', async () => {
    const { rows, fields } = await shape(
      csv('a,b\n1,2\n'),
      rename('a', 'x'),
      describeField('a', 'gone'),
      remove('a'),
      rename('b', 'a'),
      type('a', 'text'),
      describeField('nobody', ''),
      rename('nobody', 'x', 'Lost'),
    );
    expect(rows).toEqual([{ x: 1, a: '2' }]);
    expect(fields).toMatchObject([
      { name: 'x', label: 'x', description: '' },
      { name: 'a', type: 'text', description: '' },
    ]);
  });

  test('fields renamed to one name are one field, whose value is the first there is', async () => {
    const { rows, names } = await shape(
      json([{ name: 'Ada', title: 'x' }, { title: 'Bob' }, { name: null, title: 'Cyd' }]),
      rename('title', 'name', 'Title'),
    );
    expect([rows, names]).toEqual([[{ name: 'Ada' }, { name: 'Bob' }, { name: 'Cyd' }], ['name']]);
  });

  test('the fields that processors make are configured like others', async () => {
    const concat = { uid: 'pr_p', type: 'concat', params: { left_value: 'a', right_value: 'b', output_field: 'ab' } };
    const { rows, pipeline } = await runAll({
      resources: csv('a,b\n1,2\n'),
      processors: [concat],
      fields: configured([rename('ab', 'both', 'Both'), type('both', 'text')]),
    });
    expect(rows).toEqual([{ a: 1, b: 2, both: '12' }]);
    expect(pipeline.fields[2]).toMatchObject({ name: 'both', label: 'Both', originalName: 'ab', type: 'text' });
  });
});

describe('what a configuration says is checked', () => {
  test.each<[string, TypedFieldStep, string[]]>([
    ['empty names', rename('', '', ' '), ['fromName', 'toName', 'fieldLabel']],
    ['a name that every object has', rename('a', '__proto__'), ['toName']],
    ['a name too long', remove('x'.repeat(251)), ['field']],
    ['a text that cannot be kept', describeField('a', 'a\0'), ['description']],
    ['a text too long', describeField('a', 'x'.repeat(10_001)), ['description']],
    ['arguments too many', unit('a', ...Array.from({ length: 101 }, () => 'x')), ['args']],
    ['an argument that cannot be kept', unit('a', '\ud800'), ['args']],
    ['no name in order', order(), ['order']],
    ['a name twice', order('a', 'b', 'a'), ['order']],
    ['a name that is empty', order('a', ''), ['order']],
    ['a type of nothing', type('', 'int'), ['field']],
  ])('what a configuration says is checked: %s', (_case, step, faults) => {
    expect(Object.keys(checkFieldStep(step))).toEqual(faults);
  });
});

const name = fc.constantFrom('a', 'b', 'c', 'd');
const anyStep: fc.Arbitrary<TypedFieldStep> = fc.oneof(
  fc.tuple(name, name).map(([from, to]) => rename(from, to)),
  name.map(remove),
  fc.uniqueArray(name, { minLength: 1 }).map((names) => order(...names)),
  fc.tuple(name, fc.constantFrom(...fieldTypes)).map(([field, to]) => type(field, to)),
  name.map((field) => describeField(field, 'x')),
  name.map((field) => unit(field, 'm')),
);
const rowsOf = fc.array(
  fc.record(
    { a: fc.integer(), b: fc.string({ maxLength: 3 }), c: fc.boolean(), d: fc.constant(null) },
    { requiredKeys: [] },
  ),
  { minLength: 1, maxLength: 30 },
);

describe('whatever is configured', () => {
  test('records have the fields of the schema and no others, each value of its type, and a preview is the beginning of the run', async () => {
    await fc.assert(
      fc.asyncProperty(rowsOf, fc.array(anyStep, { maxLength: 8 }), async (rows, steps) => {
        const options = { resources: json(rows), processors: [], fields: configured(steps) };
        const { rows: made, pipeline } = await runAll(options);
        const types = new Map(pipeline.fields.map((field) => [field.name, field.type]));
        expect(types.size).toBe(pipeline.fields.length);
        for (const [key, value] of made.flatMap((row) => Object.entries(row))) {
          const to = types.get(key);
          expect(to).toBeDefined();
          if (value !== null && to) expect(castAsConfigured(to, value)).toEqual(value);
        }
        expect((await runPreview({ ...options, resources: json(rows) })).records).toEqual(made.slice(0, 20));
      }),
      { numRuns: 150 },
    );
  });

  test('renaming there and back changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(rowsOf, name, async (rows, from) => {
        const plain = await shape(json(rows));
        const back = await shape(json(rows), rename(from, 'other'), rename('other', from));
        expect(back.rows).toEqual(plain.rows satisfies DataRecord[]);
        expect(back.names).toEqual(plain.names);
      }),
      { numRuns: 50 },
    );
  });
});
