import { section } from '#api/catalog-module.ts';
import { newUid } from '#kernel/ids.ts';
import { sql, type Sql } from '#kernel/sql.ts';

/** An attachment in a version's snapshot. `blobKey` is the storage key of the attachment's bytes. */
export interface CapturedAttachment {
  readonly uid: string;
  readonly filename: string;
  readonly mimetype: string | null;
  readonly blobKey: string;
  readonly bytes: number;
  readonly createdAt: string;
}

/** The query of the storage keys of all attachments of datasets and of versions. */
export const blobsOfAttachments: Sql = sql`
  select blob_key from attachment
  union all
  select attached ->> 'blobKey'
  from section_snapshot s, jsonb_array_elements(s.snapshot) attached
  where s.section = 'attachments'`;

/** The attachments in order of creation, each with the storage key of its bytes. */
export const attachmentsSection = section<readonly CapturedAttachment[]>({
  name: 'attachments',
  capture: (dataset) => sql`(
    select coalesce(jsonb_agg(jsonb_build_object(
      'uid', a.uid, 'filename', a.filename, 'mimetype', a.mimetype, 'blobKey', a.blob_key, 'bytes', a.bytes,
        'createdAt', a.created_at)
      order by a.created_at, a.uid), '[]'::jsonb)
    from attachment a where a.dataset_uid = ${dataset}.uid)`,
  async write({ db }, datasetUid, attachments) {
    const attachmentsJson = JSON.stringify(attachments);
    await db.rows(sql`delete from attachment where dataset_uid = ${datasetUid}
      and uid not in (select given.uid from jsonb_to_recordset(${attachmentsJson}::jsonb) given(uid text))`);
    await db.rows(sql`
      insert into attachment (uid, dataset_uid, filename, mimetype, blob_key, bytes, created_at)
      select given.uid, ${datasetUid}, given.filename, given.mimetype, given."blobKey", given.bytes, given."createdAt"
      from jsonb_to_recordset(${attachmentsJson}::jsonb) given(uid text, filename text, mimetype text, "blobKey" text,
        bytes bigint, "createdAt" timestamptz)
      where not exists (select 1
        from attachment existing
        where existing.dataset_uid = ${datasetUid} and existing.uid = given.uid)`);
  },
  copy: (attachments) => attachments.map((attachment) => ({ ...attachment, uid: newUid('attachment') })),
});
