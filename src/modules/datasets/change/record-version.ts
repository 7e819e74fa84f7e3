import type { RequestContext } from '#api/context.ts';
import { sectionNames, type SectionName } from '#api/sections/section-name.ts';
import { newUid } from '#kernel/ids.ts';
import { sql, sqlJoin, sqlText, type Sql } from '#kernel/sql.ts';

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
}

/** Raises the revision of a locked dataset, sets updated_at and updated_by, and records the state after the change, in one statement. */
export async function recordVersion(tx: RequestContext, uid: string, change: RecordedChange): Promise<void> {
  await tx.db.send(
    sql`with d as (update dataset set ${raisedRevision(tx, change)} where uid = ${uid} returning *), ${recordedVersion(tx, uid, change)} select`,
  );
}

/** The assignments that raise the revision of a dataset. A new dataset already has its timestamps. */
export const raisedRevision = ({ app, session }: RequestContext, { isFirst = false }: RecordedChange): Sql =>
  isFirst
    ? sql`revision = dataset.revision + 1`
    : sql`revision = dataset.revision + 1, updated_at = ${app.clock.now()}, updated_by = ${session.username ?? null}`;

/**
 * The common table expressions that record the state of the changed dataset, which the statement has as `d`. A changed section gets a new
 * snapshot; an unchanged one shares the snapshot of the previous version. Versions beyond the limit are deleted. Nothing is written when
 * `d` is empty.
 */
export const recordedVersion = (tx: RequestContext, uid: string, change: RecordedChange): Sql => sql`
    captured as (${captureSections(tx, change)}),
    versions as (select v.uid, v.snapshots, row_number() over (order by v.revision desc) as age from dataset_version v join d on d.uid = v.dataset_uid),
    latest as (select s.id, s.section, s.snapshot from versions v join section_snapshot s on s.dataset_uid = ${uid} and s.id = any(v.snapshots) where v.age = 1),
    fresh as (insert into section_snapshot (dataset_uid, section, snapshot)
      select ${uid}, c.section, c.snapshot from captured c left join latest l on l.section = c.section
      where l.id is null or l.snapshot is distinct from c.snapshot returning *),
    shared as (select id from latest where section not in (select section from fresh)),
    recorded as (insert into dataset_version (uid, dataset_uid, revision, sections, snapshots, created_by, created_at)
      select ${newUid('version')}, d.uid, d.revision, ${sectionNames.filter((name) => change.sections.includes(name))}::text[],
        array(select id from fresh union all select id from shared order by id), d.updated_by, d.updated_at from d returning *),
    pruned as (delete from dataset_version using versions v where dataset_version.uid = v.uid and v.age >= ${maxVersions}::int returning v.uid),
    unreferenced as (delete from section_snapshot s where s.dataset_uid = ${uid}
      and s.id in (select unnest(snapshots) from versions where age >= ${maxVersions}::int)
      and s.id not in (select unnest(snapshots) from versions where age < ${maxVersions}::int)
      and s.id not in (select id from shared))`;

/**
 * Common table expressions under the names of the tables that the statement changes, with their rows after the change: without them the
 * statement would read those from before. No view that a payload reads shows a column that a change of metadata writes.
 */
export const changedTables = (uid: string): Sql => sql`
    dataset as not materialized (select * from d union all select * from dataset where uid <> ${uid}),
    section_snapshot as not materialized (select * from fresh union all select * from section_snapshot),
    dataset_version as not materialized (
      select * from recorded union all select * from dataset_version where uid not in (select uid from pruned))`;

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
