import { computed, relation } from '#api/reading/declare-fields.ts';
import { source } from '#api/reading/declare-source.ts';
import type { ColumnExpression } from '#api/reading/type-source.ts';
import { realtime } from '#engine/extractors/services.ts';
import { sql, type Sql, sqlAnd, sqlJoin, sqlText } from '#kernel/sql.ts';
import { datasetRights } from '#access/index.ts';
import { connections } from '#connections/index.ts';
import { datasets } from '#datasets/index.ts';
import { fieldsSection } from '#fields/index.ts';
import { processorsSection } from '#processors/index.ts';
import { datasourceMembers, resourcesSection } from '#resources/index.ts';
import { PublishedConfiguration, PublishedFile } from './published-configuration.type.ts';

/** The elements of a list of a snapshot in another form, in order; an empty list for none. */
const mapped = (list: Sql, element: Sql): Sql => sql`(
  select coalesce(jsonb_agg(${element} order by place), '[]'::jsonb)
  from jsonb_array_elements(${list}) with ordinality listed(part, place))`;

/** The name of the member of `DatasourceInput` for the kind of a datasource. Kinds are constants. */
const memberOfKind: Sql = sql`case part -> 'datasource' ->> 'type' ${sqlJoin(
  Object.entries(datasourceMembers).map(([type, member]) => sqlText(`when '${type}' then '${member}'`)),
  ' ',
)} end`;

/** The parts of a snapshot of each section as `applyDataset` takes them: without uids and times. */
const presented = {
  resources: (snapshot: Sql): Sql =>
    mapped(
      sql`${snapshot} -> 'resources'`,
      sql`jsonb_build_object('type', part -> 'type', 'title', part -> 'title', 'params', part -> 'params',
        'url', case when part ->> 'type' <> ${realtime.type} then part -> 'url' end,
        'datasource', case when jsonb_typeof(part -> 'datasource') = 'object'
          then jsonb_build_object(${memberOfKind}, (part -> 'datasource') - 'type') end)`,
    ),
  processors: (snapshot: Sql): Sql =>
    mapped(
      snapshot,
      sqlText(`jsonb_build_object('type', part -> 'type', 'label', part -> 'label', 'params', part -> 'params')`),
    ),
  fieldConfigurations: (snapshot: Sql): Sql =>
    mapped(
      snapshot,
      sqlText(
        `jsonb_build_object('label', part -> 'label', 'configuration', jsonb_build_object(part ->> 'type', part -> 'params'))`,
      ),
    ),
  /** The files that the resources of the snapshot read. */
  files: (snapshot: Sql): Sql => sql`(
    select coalesce(jsonb_agg(jsonb_build_object('filename', file -> 'uid', 'bytes', file -> 'bytes', 'sha256', file -> 'blobKey')
      order by file ->> 'uid'), '[]'::jsonb)
    from jsonb_array_elements(${snapshot} -> 'files') file
    where file -> 'uid' in (select resource -> 'datasource' -> 'file' -> 'uid'
      from jsonb_array_elements(${snapshot} -> 'resources') resource))`,
} as const satisfies Partial<Record<keyof PublishedConfiguration, (snapshot: Sql) => Sql>>;

/** The section that has each part. */
const sectionOf = {
  resources: resourcesSection,
  processors: processorsSection,
  fieldConfigurations: fieldsSection,
  files: resourcesSection,
} as const;

const parts = ['resources', 'processors', 'fieldConfigurations', 'files'] as const;

const snapshotOf = (published: Sql, part: (typeof parts)[number]): Sql =>
  sql`(${published}.configuration -> ${sqlText(`'${sectionOf[part].name}'`)})`;

const column =
  (part: (typeof parts)[number]): ColumnExpression =>
  (published) =>
    presented[part](snapshotOf(published, part));

/** Whether each part of the draft is as it is published. */
const isCurrent: ColumnExpression = (published) => {
  const d = sqlText('d');
  return sql`(
    select d.metadata is not distinct from d.published_metadata and ${sqlAnd(
      ...parts.map(
        (part) =>
          sql`${presented[part](sql`(${sectionOf[part].capture(d)})`)} = ${presented[part](snapshotOf(published, part))}`,
      ),
    )}
    from dataset d where d.uid = ${published}.dataset_uid)`;
};

/** What datasets are published with, for callers who may edit them. */
export const publishedConfigurations = source(PublishedConfiguration, {
  table: 'published_configuration',
  key: 'dataset_uid',
  columns: {
    isCurrent,
    metadata: (published) => sql`(select d.published_metadata from dataset d where d.uid = ${published}.dataset_uid)`,
    resources: column('resources'),
    processors: column('processors'),
    fieldConfigurations: column('fieldConfigurations'),
    files: column('files'),
  },
  order: { by: [{ column: 'dataset_uid', type: 'text' }] },
  visible: (session, published) => sql`exists (select from dataset d
    where d.uid = ${published}.dataset_uid and ${datasetRights.edit(session, sqlText('d'))})`,
});

computed<PublishedConfiguration, { readonly filename: string }>({
  source: publishedConfigurations,
  field: 'publishedFile',
  isForRest: true,
  type: () => PublishedFile,
  nullable: true,
  description: 'One of the files; null when there is none of this name.',
  args: { filename: { type: String, description: 'Its name.' } },
  needs: ['files'],
  value: ({ files }, { filename }) => files.find((each) => each.filename === filename) ?? null,
});

relation({
  from: datasets,
  field: 'published',
  to: publishedConfigurations,
  on: ['uid', 'dataset_uid'],
  returns: 'one',
  description:
    'What it is published with. Null where it is not published, was last published by an earlier version, or you may not edit it.',
});
relation({
  from: publishedConfigurations,
  field: 'connections',
  to: connections,
  on: ['dataset_uid', 'dataset_uid'],
  returns: 'page',
  authorizedByParent: true,
  description: "The connections that only the dataset's resources use.",
});
