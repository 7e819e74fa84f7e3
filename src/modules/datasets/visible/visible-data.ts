import type { RequestContext } from '../../../api/context.ts';
import type { RecordTest } from '../../../engine/filter-query/compile-filter.ts';
import type { FilterField } from '../../../engine/filter-query/field-values.ts';
import { sql, sqlText } from '../../../kernel/sql.ts';
import { firstRow } from '../../../platform/database/database-client.ts';
import {
  datasetRights,
  grantedSecurities,
  recordFilter,
  unionOfSecurities,
  visibleFields,
  type DatasetSecurity,
} from '../../access/index.ts';

/** What a caller sees of a published dataset's records. */
export interface VisibleData {
  /** The dataset's uid. */
  readonly uid: string;
  /** The records that readers see at present. */
  readonly generation: string;
  /** The names of the fields that they see, in order. */
  readonly fields: readonly string[];
  /** Which records they see; null for all. */
  readonly filter: RecordTest | null;
}

interface Found extends Pick<VisibleData, 'uid' | 'generation'> {
  readonly fields: readonly { readonly name: string }[];
  /** All fields that the records have. */
  readonly schema: readonly FilterField[];
  readonly securities: readonly DatasetSecurity[];
}

/**
 * What the caller sees of the records of the dataset with an identifier or uid; undefined when that is nothing: there is no
 * such dataset, it is not published, it is not for them, or its data is not.
 */
export async function findVisibleData({ db, session }: RequestContext, name: string): Promise<VisibleData | undefined> {
  const d = sqlText('d');
  const found = await firstRow<Found>(
    db,
    sql`
    select d.uid, d.generation::text as generation, ${visibleFields(session, d, sql`d.published_fields`)} as fields,
      coalesce(d.published_fields, '[]'::jsonb) as schema, ${grantedSecurities(session, d)} as securities
    from dataset d where (d.uid = ${name} or d.dataset_id = ${name}) and d.generation is not null and ${datasetRights.see(session, d)}`,
  );
  if (!found || !unionOfSecurities(found.securities).isDataVisible) return undefined;
  const { uid, generation, fields, schema, securities } = found;
  return { uid, generation, fields: fields.map((field) => field.name), filter: recordFilter(securities, schema) };
}
