import { JsonMap } from '#api/types/scalars.ts';
import { section } from '#api/catalog-module.ts';
import type { JsonObject } from '#kernel/json.ts';
import { sql } from '#kernel/sql.ts';
import { defineApplyField, type DatasetMetadata } from '#datasets/index.ts';
import { normalizeMetadata } from './values/normalize-metadata.ts';
import { unifyLicense } from './values/license.rules.ts';
import { refreshRemoteValues } from './values/refresh-remote-values.ts';
import { parseMetadata } from './values/metadata.rules.ts';
import { templates } from './templates/registry.ts';

/** The values that the fields of the templates have on a new dataset, unless the creator sends other values. */
const initialMetadata: DatasetMetadata = Object.fromEntries(
  [...templates.values()].flatMap(({ name, fields }) => {
    const initial = fields.filter((field) => field.initial !== undefined);
    const entries = initial.map((field) => [field.name, { value: field.initial ?? null }] as const);
    return entries.length === 0 ? [] : [[name, Object.fromEntries(entries)] as const];
  }),
);

/** The metadata of a new dataset: the values of the input, and initial values for the fields that the input omits. */
function parseNewMetadata(input: unknown): DatasetMetadata {
  const sent = parseMetadata(input);
  const withInitialValues = Object.entries(initialMetadata).map(
    ([name, fields]) => [name, { ...fields, ...sent[name] }] as const,
  );
  return normalizeMetadata({ ...sent, ...Object.fromEntries(withInitialValues) }, {});
}

/** The drafted metadata. */
export const metadataSection = section<DatasetMetadata>({
  name: 'metadata',
  capture: (dataset) => sql`${dataset}.metadata`,
  parse: parseNewMetadata,
  // a restored version may have two licenses, from before the rule that a dataset has one
  async write({ db }, datasetUid, metadata) {
    await db.rows(
      sql`update dataset set metadata = ${JSON.stringify(unifyLicense(metadata))}::jsonb where uid = ${datasetUid}`,
    );
  },
  replaceRemoteValues: refreshRemoteValues,
  planChange: defineApplyField<JsonObject, DatasetMetadata>({
    name: 'metadata',
    type: () => JsonMap,
    description: 'All metadata as one map: template → field → `{value}`.',
    plan: (_tx, input, { current }) => ({ snapshot: normalizeMetadata(parseMetadata(input ?? {}), current) }),
  }),
});
