import type { RequestContext } from '../../../api/context.ts';
import { sectionNames, type SectionName } from '../../../api/sections/section-name.ts';
import { newUid } from '../../../kernel/ids.ts';
import { sql, sqlJoin, sqlText, type Sql } from '../../../kernel/sql.ts';
import { firstRow } from '../../../platform/database/database-client.ts';
import type { DatasetMetadata } from '../metadata/dataset-metadata.ts';

/** How many versions a dataset keeps (docs/contract/specification.md 8). */
const maxVersions = 20;

/** A change to record. */
export interface RecordedChange {
  /** The sections that the version lists as changed. */
  readonly sections: readonly SectionName[];
  /** Sections that change as well, but are not listed by the version. */
  readonly unlistedSections?: readonly SectionName[];
  /** Whether this is the dataset's first version. */
  readonly isFirst?: boolean;
  /** New metadata, written in the same statement. */
  readonly metadata?: DatasetMetadata;
  /**
   * The `xmin` of the row that the change was computed from; omitted when the dataset is locked. Nothing is written when the row
   * has changed since. Comparing the revision is not enough: a publication that refreshes remote metadata does not raise the revision.
   */
  readonly expectedXmin?: string;
}

/**
 * Raises the dataset's revision, sets updated_at and updated_by, and records the state after the change, in one statement.
 * A changed section gets a new snapshot; an unchanged one shares the snapshot of the previous version. Versions beyond the
 * limit are deleted. Returns whether anything was written.
 */
export async function recordVersion(tx: RequestContext, uid: string, change: RecordedChange): Promise<boolean> {
  const written = await firstRow(
    tx.db,
    sql`
    with d as (${updateDatasetRow(tx, uid, change)}),
    captured as (${captureSections(tx, change)}),
    versions as (select v.uid, v.snapshots, row_number() over (order by v.revision desc) as age from dataset_version v join d on d.uid = v.dataset_uid),
    latest as (select s.id, s.section, s.snapshot from versions v join section_snapshot s on s.dataset_uid = ${uid} and s.id = any(v.snapshots) where v.age = 1),
    fresh as (insert into section_snapshot (dataset_uid, section, snapshot)
      select ${uid}, c.section, c.snapshot from captured c left join latest l on l.section = c.section
      where l.id is null or l.snapshot is distinct from c.snapshot returning id, section),
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

/** The statement that updates the row of the dataset. A new dataset already has its timestamps. */
function updateDatasetRow(
  { app, session }: RequestContext,
  uid: string,
  { metadata, expectedXmin, isFirst = false }: RecordedChange,
): Sql {
  const timestamps = isFirst
    ? sqlText('')
    : sql`, updated_at = ${app.clock.now()}, updated_by = ${session.username ?? null}`;
  const newMetadata = metadata === undefined ? sqlText('') : sql`, metadata = ${JSON.stringify(metadata)}::jsonb`;
  const unchangedCondition = expectedXmin === undefined ? sqlText('') : sql`and xmin = ${expectedXmin}::xid`;
  return sql`update dataset set revision = revision + 1 ${timestamps} ${newMetadata}
    where uid = ${uid} ${unchangedCondition} returning *`;
}

/** The sections that may differ from the previous version, as rows of (section, snapshot); all sections of a new dataset. */
function captureSections(
  { app }: RequestContext,
  { sections, unlistedSections = [], isFirst = false }: RecordedChange,
): Sql {
  // security is always captured: deleting a user or a group deletes rulesets without recording a version
  const captured = sectionNames
    .filter((name) => isFirst || name === 'security' || sections.includes(name) || unlistedSections.includes(name))
    .map((name) => app.registry.sections.get(name))
    .filter((section) => section !== undefined);
  const d = sqlText('d');
  return sqlJoin(
    captured.map((section) => sql`select ${section.name}::text as section, ${section.capture(d)} as snapshot from d`),
    ' union all ',
  );
}
