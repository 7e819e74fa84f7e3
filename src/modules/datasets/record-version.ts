import type { RequestContext } from '../../api/context.ts';
import { sectionNames, type SectionName } from '../../api/section.ts';
import { newUid } from '../../kernel/ids.ts';
import { sql, sqlJoin, sqlText } from '../../kernel/sql.ts';
import type { DatasetEntity } from './dataset.entity.ts';

/** How many versions a dataset keeps (specification 8). */
const keptVersions = 20;

/**
 * Records the state after a change: a snapshot of every changed part, those of the unchanged parts shared with the
 * version before; and prunes what is older than the kept versions. One statement, under the dataset's lock.
 */
export async function recordVersion(tx: RequestContext, dataset: DatasetEntity, sections: readonly SectionName[]): Promise<void> {
  await tx.db.rows(sql`
    with captured as (${capturedSections(tx, dataset, sections)}),
    versions as (select uid, revision, snapshots, row_number() over (order by revision desc) as age
      from dataset_version where dataset_uid = ${dataset.uid}),
    latest as (select s.id, s.section, s.content from section_snapshot s join versions v on v.age = 1 and s.id = any(v.snapshots)),
    fresh as (insert into section_snapshot (dataset_uid, section, content)
      select ${dataset.uid}, c.section, c.content from captured c left join latest l on l.section = c.section
      where l.id is null or l.content is distinct from c.content returning id, section),
    shared as (select id from latest where section not in (select section from fresh)),
    recorded as (insert into dataset_version (uid, dataset_uid, revision, sections, snapshots, created_by, created_at)
      select ${newUid('version')}, ${dataset.uid}, ${dataset.revision}::int, ${sectionNames.filter((name) => sections.includes(name))}::text[],
        array(select id from fresh union all select id from shared order by id), ${tx.session.username ?? null}, ${dataset.updatedAt}),
    pruned as (delete from dataset_version using versions v where dataset_version.uid = v.uid and v.age >= ${keptVersions}::int)
    delete from section_snapshot s where s.dataset_uid = ${dataset.uid}
      and s.id in (select unnest(snapshots) from versions where age >= ${keptVersions}::int)
      and s.id not in (select unnest(snapshots) from versions where age < ${keptVersions}::int)
      and s.id not in (select id from shared)`);
}

/** The parts that may differ from the version before, as rows of (section, content); all parts when the dataset is new. */
function capturedSections(tx: RequestContext, dataset: DatasetEntity, sections: readonly SectionName[]) {
  // rulesets also go with their user or group, which is no change of the dataset
  const captured = sectionNames.filter((name) => dataset.revision === 1 || name === 'security' || sections.includes(name))
    .map((name) => tx.app.sections.get(name)).filter((section) => section !== undefined);
  const d = sqlText('d');
  return sqlJoin(captured.map((section) =>
    sql`select ${section.name}::text as section, ${section.capture(d)} as content from dataset d where d.uid = ${dataset.uid}`), ' union all ');
}
