import type { Snapshots } from '../../api/sections/capture-sections.ts';
import type { RequestContext } from '../../api/context.ts';
import { sql } from '../../kernel/sql.ts';

/** A version as it is kept. */
export interface LoadedVersion {
  readonly uid: string;
  readonly datasetUid: string;
  /** What the parts of the dataset were; without those that were not known then. */
  readonly contents: Snapshots;
}

/** The versions with these uids that are kept, of whatever dataset. */
export const loadVersions = ({ db }: RequestContext, uids: readonly string[]): Promise<LoadedVersion[]> =>
  db.rows<LoadedVersion>(sql`
  select v.uid, v.dataset_uid as "datasetUid", jsonb_object_agg(s.section, s.content) as contents
  from dataset_version v join section_snapshot s on s.id = any(v.snapshots) where v.uid = any(${uids}::text[]) group by v.uid`);
