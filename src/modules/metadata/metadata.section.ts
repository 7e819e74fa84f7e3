import { JsonMap } from '../../api/types/scalars.ts';
import { section } from '../../api/catalog-module.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { sql } from '../../kernel/sql.ts';
import { defineApplyField, type DatasetMetadata } from '../datasets/index.ts';
import { normalizeMetadata } from './values/metadata-to-store.ts';
import { unifyLicense } from './values/license.rules.ts';
import { refreshRemoteValues } from './values/refresh-remote-values.ts';
import { parseMetadata } from './values/metadata.rules.ts';
import { templates } from './templates/registry.ts';

/** The initial values of the templates' fields, which a new dataset has unless its creator sends others. */
const initialMetadata: DatasetMetadata = Object.fromEntries(
  [...templates.values()]
    .map(
      ({ name, fields }) =>
        [
          name,
          fields.flatMap((field) =>
            field.initial === undefined ? [] : [[field.name, { value: field.initial }] as const],
          ),
        ] as const,
    )
    .filter(([, fields]) => fields.length > 0)
    .map(([name, fields]) => [name, Object.fromEntries(fields)]),
);

function parseNewMetadata(input: unknown): DatasetMetadata {
  const given = parseMetadata(input);
  const started = Object.entries(initialMetadata).map(
    ([name, fields]) => [name, { ...fields, ...given[name] }] as const,
  );
  return normalizeMetadata({ ...given, ...Object.fromEntries(started) }, {});
}

/** The drafted metadata. */
export const metadataSection = section<DatasetMetadata>({
  name: 'metadata',
  capture: (dataset) => sql`${dataset}.metadata`,
  parse: parseNewMetadata,
  // versions older than the rule may hold two different licenses
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
