import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sql, sqlText } from '#kernel/sql.ts';
import { CatalogError } from '#kernel/fail.ts';
import type { DatasetMetadata } from '#datasets/index.ts';
import { applyEdit, editInSql, type MetadataEdit } from '#metadata/metadata.service.ts';
import { testApp } from '#test/support/app.ts';

const { db } = (await testApp()).services;

const template = fc.constantFrom('default', 'internal', 'custom');
const field = fc.constantFrom('license_id', 'title');
const value = fc.constantFrom(null, 'one', 'two', ['three'], { four: 4 });
const override = fc.constantFrom({}, { override_remote_value: true }, { override_remote_value: false });
const written = fc.record({ value, override }).map(({ value: sent, override: flag }) => ({ value: sent, ...flag }));
const fields = <T>(entry: fc.Arbitrary<T>) => fc.dictionary(field, entry, { maxKeys: 2 });
const edits: fc.Arbitrary<MetadataEdit> = fc.oneof(
  fc.record({ kind: fc.constant('all' as const), value: fc.dictionary(template, fields(written), { maxKeys: 3 }) }),
  fc.record({ kind: fc.constant('template' as const), template, value: fields(written) }),
  fc.record({ kind: fc.constant('field' as const), template, field, value: written }),
  fc.record({ kind: fc.constant('removal' as const), template, field }),
  fc.record({
    kind: fc.constant('fields' as const),
    edits: fc.array(fc.record({ template, field, entry: fc.option(written, { nil: undefined }) }), { maxLength: 2 }),
  }),
);
/** Stored metadata, some of a linked dataset, some with two licenses. */
const stored: fc.Arbitrary<DatasetMetadata> = fc.dictionary(
  template,
  fields(
    fc.oneof(
      { weight: 5, arbitrary: fc.record({ value }) },
      { weight: 1, arbitrary: fc.constant({ value: 'one', remote_value: 'two', override_remote_value: true }) },
    ),
  ),
  { maxKeys: 3 },
);

/** What `applyEdit` computes; undefined where it refuses the edit. */
function applied(metadata: DatasetMetadata, edit: MetadataEdit): DatasetMetadata | undefined {
  try {
    return applyEdit(metadata, edit);
  } catch (error) {
    if (error instanceof CatalogError) return undefined;
    throw error;
  }
}

async function computedBySql(metadata: DatasetMetadata, edit: MetadataEdit): Promise<DatasetMetadata | undefined> {
  const inSql = editInSql(edit);
  if (!inSql) return undefined;
  const [row] = await db.rows<{ written: DatasetMetadata; isExact: boolean }>(sql`
    select t.written, ${inSql.isExact(sqlText('t.metadata'), sqlText('t.written'))} as "isExact"
    from (select s.metadata, ${inSql.written(sqlText('s.metadata'))} as written from (select ${JSON.stringify(metadata)}::jsonb as metadata) s) t`);
  return row?.isExact ? row.written : undefined;
}

test('SQL writes the metadata that the rules compute, or leaves the change to them', async () => {
  let bySql = 0;
  await fc.assert(
    fc.asyncProperty(stored, edits, async (metadata, edit) => {
      const computed = await computedBySql(metadata, edit);
      if (!computed) return;
      bySql += 1;
      expect(computed).toEqual(applied(metadata, edit));
    }),
    { numRuns: 1_000 },
  );
  expect(bySql).toBeGreaterThan(300);
});

test('metadata that may be too long are left to the rules', async () => {
  const edit = { kind: 'field', template: 'custom', field: 'title', value: { value: 'x'.repeat(1_000_000) } } as const;
  expect(await computedBySql({}, edit)).toBeUndefined();
  expect(applied({}, edit)).toBeUndefined();
});
