import type { RequestContext } from '../../../api/context.ts';
import { sectionNames, type SectionName } from '../../../api/sections/section-name.ts';
import { newUid } from '../../../kernel/ids.ts';
import { sql, sqlJoin, sqlText, type Sql } from '../../../kernel/sql.ts';
import { firstRow } from '../../../platform/database/database-client.ts';
import type { DatasetMetadata } from '../metadata/dataset-metadata.ts';

/** How many versions a dataset keeps (docs/contract/specification.md 8). */
const maxVersions = 20;

/** A change to be recorded. */
export interface RecordedChange {
  /** The parts that the version names as changed. */
  readonly sections: readonly SectionName[];
  /** Parts that change too, without being named. */
  readonly touches?: readonly SectionName[];
  /** Whether this is the dataset's first version. */
  readonly isFirst?: boolean;
  /** New metadata, to be written with the rest. */
  readonly metadata?: DatasetMetadata;
  /**
   * The row that the change was worked out from, by its `xmin`, unless the dataset is locked: nothing is written when it is another one
   * by then. Not all that is written raises the revision: a publication does not, which reads the metadata of a remote dataset again.
   */
  readonly expectedXmin?: string;
}

/**
 * Raises the dataset's revision, stamps updated_at and updated_by, and records the state after the change: a snapshot of
 * every changed part, those of the unchanged parts shared with the version before; what is older than the kept versions
 * goes. One statement. Answers whether anything was written.
 */
export async function recordVersion(tx: RequestContext, uid: string, change: RecordedChange): Promise<boolean> {
  const written = await firstRow(
    tx.db,
    sql`
    with d as (${updateDatasetRow(tx, uid, change)}),
    captured as (${captureSections(tx, change)}),
    versions as (select v.uid, v.snapshots, row_number() over (order by v.revision desc) as age from dataset_version v join d on d.uid = v.dataset_uid),
    latest as (select s.id, s.section, s.content from versions v join section_snapshot s on s.dataset_uid = ${uid} and s.id = any(v.snapshots) where v.age = 1),
    fresh as (insert into section_snapshot (dataset_uid, section, content)
      select ${uid}, c.section, c.content from captured c left join latest l on l.section = c.section
      where l.id is null or l.content is distinct from c.content returning id, section),
    shared as (select id from latest where section not in (select section from fresh)),
    recorded as (insert into dataset_version (uid, dataset_uid, revision, sections, snapshots, created_by, created_at)
      select ${newUid('version')}, d.uid, d.revision, ${sectionNames.filter((name) => change.sections.includes(name))}::text[],
        array(select id from fresh union all select id from shared order by id), d.updated_by, d.updated_at from d),
    pruned as (delete from dataset_version using versions v where dataset_version.uid = v.uid and v.age >= ${maxVersions}::int),
    unreferenced as (delete from section_snapshot s where s.dataset_uid = ${uid}
      and s.id in (select unnest(snapshots) from versions where age >= ${maxVersions}::int)
      and s.id not in (select unnest(snapshots) from versions where age < ${maxVersions}::int)
      and s.id not in (select id from shared))
    select from d`,
  );
  return written !== undefined;
}

/** The row of the dataset as the change leaves it; a new one has its stamps already. */
function updateDatasetRow(
  { app, session }: RequestContext,
  uid: string,
  { metadata, expectedXmin: seen, isFirst = false }: RecordedChange,
): Sql {
  const stamps = isFirst
    ? sqlText('')
    : sql`, updated_at = ${app.clock.now()}, updated_by = ${session.username ?? null}`;
  const drafted = metadata === undefined ? sqlText('') : sql`, metadata = ${JSON.stringify(metadata)}::jsonb`;
  const unchanged = seen === undefined ? sqlText('') : sql`and xmin = ${seen}::xid`;
  return sql`update dataset set revision = revision + 1 ${stamps} ${drafted}
    where uid = ${uid} ${unchanged} returning *`;
}

/** The parts that may differ from the version before, as rows of (section, content); all parts of a new dataset. */
function captureSections({ app }: RequestContext, { sections, touches = [], isFirst = false }: RecordedChange): Sql {
  // rulesets also go with their user or group, which is no change of the dataset
  const captured = sectionNames
    .filter((name) => isFirst || name === 'security' || sections.includes(name) || touches.includes(name))
    .map((name) => app.registry.sections.get(name))
    .filter((section) => section !== undefined);
  const d = sqlText('d');
  return sqlJoin(
    captured.map((section) => sql`select ${section.name}::text as section, ${section.capture(d)} as content from d`),
    ' union all ',
  );
}
