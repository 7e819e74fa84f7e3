import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { testApp } from '#test/support/app.ts';
import { seedPublished } from '#test/support/datasets/catalog.ts';
import { seedDataset } from '#test/support/seed.ts';

const app = await testApp();
const { admin } = app;

const typed = 'text number boolean texts json';
type Fields = Readonly<Record<string, unknown>>;

/** The value of a typed value: its only field that is not null. */
function valueOf(value: Fields | null): unknown {
  const given = Object.values(value ?? {}).filter((member) => member !== null);
  expect(given).toHaveLength(value === null ? 0 : 1);
  return given[0] ?? null;
}

const values = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.boolean(),
  fc.integer(),
  fc.array(fc.string({ unit: 'grapheme' })),
  fc.constantFrom(null, { a: [1, null] }, ['a', 1]),
);
const custom = fc.dictionary(fc.stringMatching(/^[a-z][a-z_0-9]{0,20}$/), values, { maxKeys: 8 });

test('the fields of the metadata are those of the map, with types', async () => {
  await fc.assert(
    fc.asyncProperty(custom, fc.array(fc.string()), async (fields, keyword) => {
      const entries = Object.entries(fields).map(([name, value]) => [name, { value }]);
      const uid = await seedDataset(admin, {
        metadata: {
          custom: Object.fromEntries(entries),
          default: { title: { value: 'Trees' }, keyword: { value: keyword } },
        },
      });
      const { dataset } = await admin.data(
        `query ($uid: ID!) { dataset(by: { uid: $uid }) {
          metadata
          metadataFields { template field type value typedValue { ${typed} } typedRemoteValue { ${typed} } }
          custom: metadataFields(template: "custom") { template field value }
        } }`,
        { uid },
      );
      const map: Record<string, Record<string, unknown>> = {};
      for (const { template, field, value, typedValue, typedRemoteValue } of dataset.metadataFields) {
        expect(valueOf(typedValue)).toEqual(value);
        expect(typedRemoteValue).toBeNull();
        map[template] = { ...map[template], [field]: { value: valueOf(typedValue) } };
      }
      expect(map).toEqual(
        Object.fromEntries(
          Object.entries(dataset.metadata).filter(([, entry]) => Object.keys(entry as object).length > 0),
        ),
      );
      expect(dataset.custom).toHaveLength(entries.length);
      expect(dataset.metadataFields).toContainEqual(expect.objectContaining({ field: 'keyword', type: 'list' }));
    }),
    { numRuns: 15 },
  );
});

test('the published fields are those of the published map', async () => {
  const uid = await seedPublished(app, 'published-trees', {
    metadata: { default: { title: { value: 'Trees' } }, internal: { draft: { value: true } } },
  });
  const { catalogDataset } = await admin.data(
    `query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { metadata metadataFields { template field typedValue { text } } } }`,
    { uid },
  );
  expect(Object.keys(catalogDataset.metadata)).not.toContain('internal');
  expect(catalogDataset.metadataFields).toContainEqual({
    template: 'default',
    field: 'title',
    typedValue: { text: 'Trees' },
  });
  expect(catalogDataset.metadataFields.map(({ template }: Fields) => template)).not.toContain('internal');
});

test('a processor has its parameters with types, in the order of its type', async () => {
  const uid = await seedDataset(admin);
  const append = `mutation ($input: AppendProcessorInput!) { appendProcessor(input: $input) { processor {
    params parameters { name type isDefault value { ${typed} } }
  } } }`;
  const params = { field: 'name', old: 'a', new: 'b' };
  const { processor } = (await admin.data(append, { input: { datasetUid: uid, type: 'string_replace', params } }))
    .appendProcessor;
  const { processorTypes } = await admin.data('{ processorTypes { type parameters { name type } } }');
  const { parameters } = processorTypes.find(({ type }: Fields) => type === 'string_replace');
  expect(processor.parameters.map(({ name, type }: Fields) => ({ name, type }))).toEqual(parameters);
  for (const { name, value, isDefault } of processor.parameters) {
    expect(isDefault).toBe(!(name in params));
    if (!isDefault) expect(valueOf(value)).toEqual(processor.params[name]);
  }
});
