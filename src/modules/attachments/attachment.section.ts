import { section } from '#api/catalog-module.ts';
import type { RequestContext } from '#api/context.ts';
import { newUid } from '#kernel/ids.ts';
import { sql, type Sql } from '#kernel/sql.ts';

/** An attachment in a version's snapshot. `blobKey` is the storage key of the attachment's bytes. */
interface CapturedAttachment {
  readonly uid: string;
  readonly filename: string;
  readonly mimetype: string | null;
  readonly blobKey: string;
  readonly bytes: number;
  readonly createdAt: string;
}

/** An alternative export in a version's snapshot. A version recorded before they existed has none, so a restoration removes them. */
interface CapturedAlternativeExport {
  readonly uid: string;
  readonly title: string;
  readonly description: string;
  readonly url: string | null;
  /** The file; null for an address. */
  readonly file: Pick<CapturedAttachment, 'filename' | 'mimetype' | 'blobKey' | 'bytes'> | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The query of the storage keys of all attachments and alternative exports, of datasets and of versions. */
export const blobsOfAttachments: Sql = sql`
  select blob_key from attachment
  union all
  select blob_key from alternative_export where blob_key is not null
  union all
  select coalesce(attached ->> 'blobKey', attached #>> '{file,blobKey}')
  from section_snapshot s, jsonb_array_elements(s.snapshot) attached
  where s.section = 'attachments' and coalesce(attached ->> 'blobKey', attached #>> '{file,blobKey}') is not null`;

type Captured = CapturedAttachment | CapturedAlternativeExport;

const isAlternative = (captured: Captured): captured is CapturedAlternativeExport => 'title' in captured;

/** The attachments in order of creation, then the alternative exports, each with the storage key of its bytes. */
export const attachmentsSection = section<readonly Captured[]>({
  name: 'attachments',
  capture: (dataset) => sql`((
    select coalesce(jsonb_agg(jsonb_build_object(
      'uid', a.uid, 'filename', a.filename, 'mimetype', a.mimetype, 'blobKey', a.blob_key, 'bytes', a.bytes,
        'createdAt', a.created_at)
      order by a.created_at, a.uid), '[]'::jsonb)
    from attachment a where a.dataset_uid = ${dataset}.uid) || (
    select coalesce(jsonb_agg(jsonb_build_object(
      'uid', e.uid, 'title', e.title, 'description', e.description, 'url', e.url,
        'file', case when e.blob_key is not null then jsonb_build_object(
          'filename', e.filename, 'mimetype', e.mimetype, 'blobKey', e.blob_key, 'bytes', e.bytes) end,
        'createdAt', e.created_at, 'updatedAt', e.updated_at)
      order by e.created_at, e.uid), '[]'::jsonb)
    from alternative_export e where e.dataset_uid = ${dataset}.uid))`,
  async write(tx, datasetUid, captured) {
    await writeAttachments(tx, datasetUid, JSON.stringify(captured.filter((each) => !isAlternative(each))));
    await writeAlternativeExports(tx, datasetUid, JSON.stringify(captured.filter(isAlternative)));
  },
  copy: (captured) =>
    captured.map((each) => ({ ...each, uid: newUid(isAlternative(each) ? 'alternativeExport' : 'attachment') })),
});

async function writeAttachments({ db }: RequestContext, datasetUid: string, json: string): Promise<void> {
  await db.rows(sql`delete from attachment where dataset_uid = ${datasetUid}
    and uid not in (select given.uid from jsonb_to_recordset(${json}::jsonb) given(uid text))`);
  await db.rows(sql`
    insert into attachment (uid, dataset_uid, filename, mimetype, blob_key, bytes, created_at)
    select given.uid, ${datasetUid}, given.filename, given.mimetype, given."blobKey", given.bytes, given."createdAt"
    from jsonb_to_recordset(${json}::jsonb) given(uid text, filename text, mimetype text, "blobKey" text,
      bytes bigint, "createdAt" timestamptz)
    where not exists (select 1
      from attachment existing
      where existing.dataset_uid = ${datasetUid} and existing.uid = given.uid)`);
}

/** Writes the alternative exports. The file of one never changes, what describes it does. */
async function writeAlternativeExports({ db }: RequestContext, datasetUid: string, json: string): Promise<void> {
  await db.rows(sql`delete from alternative_export where dataset_uid = ${datasetUid}
    and uid not in (select given.uid from jsonb_to_recordset(${json}::jsonb) given(uid text))`);
  await db.rows(sql`
    update alternative_export existing
    set title = given.title, description = given.description, url = given.url, updated_at = given."updatedAt"
    from jsonb_to_recordset(${json}::jsonb) given(uid text, title text, description text, url text, "updatedAt" timestamptz)
    where existing.dataset_uid = ${datasetUid} and existing.uid = given.uid`);
  await db.rows(sql`
    insert into alternative_export (uid, dataset_uid, title, description, url, filename, mimetype, blob_key, bytes,
      created_at, updated_at)
    select given.uid, ${datasetUid}, given.title, given.description, given.url, given.file ->> 'filename',
      given.file ->> 'mimetype', given.file ->> 'blobKey', (given.file ->> 'bytes')::bigint, given."createdAt", given."updatedAt"
    from jsonb_to_recordset(${json}::jsonb) given(uid text, title text, description text, url text, file jsonb,
      "createdAt" timestamptz, "updatedAt" timestamptz)
    where not exists (select 1
      from alternative_export existing
      where existing.dataset_uid = ${datasetUid} and existing.uid = given.uid)`);
}
