import { JsonMap } from '../../api/scalars.ts';
import { section } from '../../api/section.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { sql } from '../../kernel/sql.ts';
import { desiredPart, withRemoteValues, withoutRemoteValues, type DatasetMetadata } from '../datasets/index.ts';
import { withOneLicense } from './license.rules.ts';
import { linkedMetadata } from './linked-metadata.ts';
import { readMetadata } from './metadata.rules.ts';
import { checkSize } from './size.rules.ts';
import { templates } from './templates/registry.ts';

/** What a new dataset has unless its creator says otherwise: the initial values of the templates' fields. */
const initial: DatasetMetadata = Object.fromEntries([...templates.values()]
  .map(({ name, fields }) => [name, fields.flatMap((field) => (field.initial === undefined ? [] : [[field.name, { value: field.initial }] as const]))] as const)
  .filter(([, fields]) => fields.length > 0)
  .map(([name, fields]) => [name, Object.fromEntries(fields)]));

function accept(input: unknown): DatasetMetadata {
  const given = readMetadata(input);
  const started = Object.entries(initial).map(([name, fields]) => [name, { ...fields, ...given[name] }] as const);
  return checkSize(withoutRemoteValues(withOneLicense({ ...given, ...Object.fromEntries(started) }, 'default')));
}

/** The drafted metadata. */
export const metadataSection = section<DatasetMetadata>({
  name: 'metadata',
  capture: (dataset) => sql`${dataset}.metadata`,
  accept,
  async write({ db }, datasetUid, metadata) {
    await db.rows(sql`update dataset set metadata = ${JSON.stringify(metadata)}::jsonb where uid = ${datasetUid}`);
  },
  linked: linkedMetadata,
  desired: desiredPart<JsonObject, DatasetMetadata>({
    name: 'metadata',
    type: () => JsonMap,
    description: 'All its metadata as one map: template → field → `{value}`.',
    plan: (_tx, input, { present }) => ({ content: checkSize(withRemoteValues(withOneLicense(readMetadata(input ?? {}), 'default'), present)) }),
  }),
});
