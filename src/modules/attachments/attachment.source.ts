import { relation } from '#api/reading/declare-fields.ts';
import { source, byCreation } from '#api/reading/declare-source.ts';
import type { TypeSource } from '#api/reading/type-source.ts';
import { caller } from '#api/session.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { datasetRights } from '#access/index.ts';
import { catalogDatasets, datasets } from '#datasets/index.ts';
import { Attachment } from './attachment.type.ts';

/** Attachments are visible to callers who may read the configuration of the dataset or see the dataset in the catalog. */
const visible: TypeSource['visible'] = (session, attachment) => {
  const d = sqlText('d');
  return sql`exists (select 1 from dataset d where d.uid = ${attachment}.dataset_uid
    and (${datasetRights.read(session, d)} or ${datasetRights.see(session, d)}))`;
};

/** Attachments in order of creation, ties by uid (docs/contract/rest.md 4, Orders). */
export const attachments = source(Attachment, {
  table: 'attachment',
  key: 'uid',
  columns: {
    bytes: (attachment) => sql`${attachment}.bytes::float8`,
    sha256: 'blob_key',
    url: (attachment) =>
      sql`concat(${caller.address}, '/catalog/datasets/', ${attachment}.dataset_uid, '/attachments/', ${attachment}.uid, '/download/')`,
  },
  order: byCreation,
  visible,
});

const ofDataset = { to: attachments, on: ['uid', 'dataset_uid'], authorizedByParent: true } as const;
const list = {
  ...ofDataset,
  field: 'attachments',
  returns: 'page',
  description: 'The attachments of the dataset, by creation.',
} as const;
const one = {
  ...ofDataset,
  field: 'attachment',
  returns: 'byArgument',
  description: 'The attachment with this uid; null when there is none.',
  argumentDescription: 'The uid of the attachment.',
} as const;
relation({ ...list, from: datasets });
relation({ ...one, from: datasets });
relation({ ...list, from: catalogDatasets });
relation({ ...one, from: catalogDatasets, isForRest: true });
