import type { RequestContext } from '../../api/context.ts';
import type { Filter } from '../../engine/filter-query/filter.ts';
import { sql, sqlText } from '../../kernel/sql.ts';
import { dataVisible, datasetRights, grantedSecurities, unionOfRecords, visibleFields, type DatasetSecurity } from '../access/index.ts';

/** What the caller may see of the data of a published dataset. */
export interface SeenDataset {
  readonly uid: string;
  /** Where its records are. */
  readonly generation: string;
  /** The names of the fields that the caller may see. */
  readonly fields: ReadonlySet<string>;
  /** Which records; null for all of them. */
  readonly records: Filter | null;
}

/** Those of some datasets whose data the caller may see, by uid. */
export async function seenDatasets({ db, session }: RequestContext, uids: readonly string[]): Promise<ReadonlyMap<string, SeenDataset>> {
  const d = sqlText('d');
  const rows = await db.rows<{ uid: string; generation: string; fields: readonly { readonly name: string }[]; securities: readonly DatasetSecurity[] }>(sql`
    select d.uid, d.generation::text as generation, ${visibleFields(session, d, sql`d.published_fields`)} as fields, ${grantedSecurities(session, d)} as securities
    from dataset d where d.uid = any(${[...new Set(uids)]}::text[]) and d.generation is not null and ${datasetRights.see(session, d)} and ${dataVisible(session, d)}`);
  return new Map(rows.map(({ uid, generation, fields, securities }) =>
    [uid, { uid, generation, fields: new Set(fields.map(({ name }) => name)), records: unionOfRecords(securities) }]));
}
