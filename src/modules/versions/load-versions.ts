import type { Snapshots } from '#api/sections/capture-sections.ts';
import type { RequestContext } from '#api/context.ts';
import { sql } from '#kernel/sql.ts';

/** A stored version. */
export interface LoadedVersion {
  readonly uid: string;
  readonly datasetUid: string;
  /** The snapshots by section; sections that did not exist when the version was recorded are missing. */
  readonly snapshots: Snapshots;
}

/** The stored versions with these uids, of any dataset. */
export const loadVersions = ({ db }: RequestContext, uids: readonly string[]): Promise<LoadedVersion[]> =>
  db.rows<LoadedVersion>(sql`
  select v.uid, v.dataset_uid as "datasetUid", jsonb_object_agg(s.section, s.snapshot) as snapshots
  from dataset_version v join section_snapshot s on s.id = any(v.snapshots) where v.uid = any(${uids}::text[]) group by v.uid`);
