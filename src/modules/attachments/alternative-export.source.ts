import { isDataVisible, datasetRights } from '#access/index.ts';
import { relation } from '#api/reading/declare-fields.ts';
import { byCreation, source } from '#api/reading/declare-source.ts';
import type { TypeSource } from '#api/reading/type-source.ts';
import { caller, exploreBasePath, joinExploreUrl } from '#api/session.ts';
import { catalogDatasets, datasets } from '#datasets/index.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { AlternativeExport } from './alternative-export.type.ts';

/** Alternative exports are data: they are visible to callers who may read the configuration of the dataset or its published data. */
const visible: TypeSource['visible'] = (session, alternative) => {
  const d = sqlText('d');
  return sql`exists (select 1 from dataset d where d.uid = ${alternative}.dataset_uid
    and (${datasetRights.read(session, d)} or (${datasetRights.see(session, d)} and ${isDataVisible(session, d)})))`;
};

const datasetsPath = sqlText(`'${joinExploreUrl(exploreBasePath, 'catalog', 'datasets')}/'`);

/** Alternative exports in order of creation, ties by uid. */
export const alternativeExports = source(AlternativeExport, {
  table: 'alternative_export',
  key: 'uid',
  columns: {
    type: (alternative) => sql`case when ${alternative}.url is null then 'uploaded_file' else 'url' end`,
    bytes: (alternative) => sql`${alternative}.bytes::float8`,
    sha256: 'blob_key',
    downloadUrl: (alternative) =>
      sql`concat(${caller.address}, ${datasetsPath}, ${alternative}.dataset_uid, '/alternative_exports/', ${alternative}.uid)`,
  },
  order: byCreation,
  visible,
});

const ofDataset = { to: alternativeExports, on: ['uid', 'dataset_uid'] } as const;
const list = { ...ofDataset, field: 'alternativeExports', returns: 'page' } as const;
const one = {
  ...ofDataset,
  field: 'alternativeExport',
  returns: 'byArgument',
  description: 'The alternative export with this uid; null when there is none.',
  argumentDescription: 'The uid of the alternative export.',
} as const;
relation({
  ...list,
  from: datasets,
  authorizedByParent: true,
  description: 'The alternative exports of the dataset, by creation.',
});
relation({ ...one, from: datasets, authorizedByParent: true });
relation({
  ...list,
  from: catalogDatasets,
  description: 'The alternative exports of the dataset, by creation; none for a caller who does not see its data.',
});
relation({ ...one, from: catalogDatasets, isForRest: true });
