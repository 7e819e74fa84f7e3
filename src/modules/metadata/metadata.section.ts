import { JsonMap } from '../../api/types/scalars.ts';
import { section } from '../../api/catalog-module.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { sql } from '../../kernel/sql.ts';
import { desiredPart, type DatasetMetadata } from '../datasets/index.ts';
import { changedMetadata } from './changed-metadata.ts';
import { withOneLicense } from './license.rules.ts';
import { linkedMetadata } from './linked-metadata.ts';
import { readMetadata } from './metadata.rules.ts';
import { templates } from './templates/registry.ts';

/** What a new dataset has unless its creator says otherwise: the initial values of the templates' fields. */
const initial: DatasetMetadata = Object.fromEntries(
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

function accept(input: unknown): DatasetMetadata {
  const given = readMetadata(input);
  const started = Object.entries(initial).map(([name, fields]) => [name, { ...fields, ...given[name] }] as const);
  return changedMetadata({ ...given, ...Object.fromEntries(started) }, {});
}

/** The drafted metadata. */
export const metadataSection = section<DatasetMetadata>({
  name: 'metadata',
  capture: (dataset) => sql`${dataset}.metadata`,
  parse: accept,
  // a version may be older than the rule that the license is one
  async write({ db }, datasetUid, metadata) {
    await db.rows(
      sql`update dataset set metadata = ${JSON.stringify(withOneLicense(metadata))}::jsonb where uid = ${datasetUid}`,
    );
  },
  link: linkedMetadata,
  desired: desiredPart<JsonObject, DatasetMetadata>({
    name: 'metadata',
    type: () => JsonMap,
    description: 'All its metadata as one map: template → field → `{value}`.',
    plan: (_tx, input, { current }) => ({ snapshot: changedMetadata(readMetadata(input ?? {}), current) }),
  }),
});
