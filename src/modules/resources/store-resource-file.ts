import { lookup } from 'mime-types';
import type { RequestContext } from '../../api/context.ts';
import { sql } from '../../kernel/sql.ts';
import { fileName } from '../../platform/storage/file-name.ts';
import { changeDataset, checkRights } from '../datasets/index.ts';
import { keyInUse } from '../identity/index.ts';
import type { UploadResourceFileInput } from './resource.inputs.ts';

/**
 * Stores a file for the resources of a dataset and answers its uid. A file of the same name is replaced and keeps its
 * place. Nothing is stored for those who may not edit; fails PAYLOAD_TOO_LARGE, and UNAUTHORIZED when the key was revoked
 * while the file arrived.
 */
export async function storeResourceFile(ctx: RequestContext, { datasetUid, file, expectedRevision }: UploadResourceFileInput): Promise<string> {
  await checkRights(ctx, datasetUid, ['edit']);
  const uid = fileName(file.filename.normalize('NFC'));
  const { key, bytes } = await ctx.app.storage.write(file.open(), { limit: ctx.app.config.maxUploadBytes });
  return changeDataset(ctx, datasetUid, { sections: ['resources'], expectedRevision }, async (tx) => {
    // a long upload may outlive its key; what the service does by itself has none
    if (tx.session.keyUid !== undefined) await keyInUse(tx);
    await tx.db.rows(sql`
      insert into resource_file (dataset_uid, uid, mimetype, content, bytes, created_at)
      values (${datasetUid}, ${uid}, ${mediaType(file.mimetype, uid)}, ${key}, ${bytes}, ${tx.app.clock.now()})
      on conflict (dataset_uid, uid) do update set mimetype = excluded.mimetype, content = excluded.content, bytes = excluded.bytes`);
    return uid;
  });
}

/** The media type that was sent, unless it says nothing; then that of the name. */
function mediaType(sent: string, name: string): string | null {
  const type = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}/.exec(sent)?.[0].toLowerCase();
  return type && type !== 'application/octet-stream' ? type : lookup(name) || null;
}
