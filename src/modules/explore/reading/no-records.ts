import { sqlText } from '#kernel/sql.ts';
import type { CatalogDataset } from '#datasets/index.ts';
import { columnsOfGeneration, type VisibleRecords } from '#records/index.ts';

/** The records of a dataset without published records: no field and no record, so that queries have empty answers. */
export const noRecords = (
  { uid, datasetId }: Pick<CatalogDataset, 'uid' | 'datasetId'>,
  now: Date,
): VisibleRecords => ({
  uid,
  datasetId,
  generation: '0',
  isDataVisible: true,
  recordCount: 0,
  quota: null,
  fields: [],
  allFields: [],
  table: { name: 'no_records', file: null, columns: columnsOfGeneration([]), readTail: null },
  from: sqlText('no_records t'),
  condition: null,
  visibleFilter: null,
  isTimeDependent: false,
  scope: (options) => ({ ...options, fields: [], find: () => undefined, now, position: sqlText('t._position') }),
});
