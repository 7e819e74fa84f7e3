import { sql } from '../../../kernel/sql.ts';
import type { CatalogDataset } from '../../datasets/index.ts';
import { recordIdField, type VisibleRecords } from '../../records/index.ts';

/** The records of a dataset without published records: no field and no record, so that queries have empty answers. */
export const noRecords = (
  { uid, datasetId }: Pick<CatalogDataset, 'uid' | 'datasetId'>,
  now: Date,
): VisibleRecords => ({
  uid,
  datasetId,
  generation: '0',
  revision: 0,
  isDataVisible: true,
  recordCount: 0,
  quota: null,
  fields: [],
  allFields: [],
  from: sql`(select null::bigint as _position, null::bytea as _id where false) t`,
  recordId: recordIdField(),
  condition: null,
  isTimeDependent: false,
  scope: (options) => ({ ...options, fields: [], find: () => undefined, now, position: sql`t._position` }),
});
