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

/** The data of a published dataset that a caller may read. */
export interface VisibleData {
  /** The dataset's uid. */
  readonly uid: string;
  /** The generation of records that readers see now. */
  readonly generation: string;
  /** The names of the visible fields, in order. */
  readonly fields: readonly string[];
  /** The filter of the visible records; null for all records. */
  readonly filter: RecordTest | null;
}

interface Found extends Pick<VisibleData, 'uid' | 'generation'> {
  readonly fields: readonly { readonly name: string }[];
  /** All fields of the records. */
  readonly schema: readonly FilterField[];
  readonly securities: readonly DatasetSecurity[];
}

/**
 * The data that the caller may read of the dataset with an identifier or uid. Undefined when the dataset does not exist, is
 * not published, or is not visible to the caller, or when its data is not.
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
