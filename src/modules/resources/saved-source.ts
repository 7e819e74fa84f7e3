import type { RequestContext } from '../../api/context.ts';
import { isRealtime } from '../../engine/extractors/realtime.ts';
import type { Source } from '../../engine/source.ts';
import { fail } from '../../kernel/fail.ts';
import { sql } from '../../kernel/sql.ts';
import { firstRow } from '../../platform/database/database.ts';
import { logSource } from './realtime-log.ts';
import { sourceOf, type SourceConfiguration } from './source-of.ts';

/** The source of a resource that the caller has been shown. */
export async function savedSource(ctx: RequestContext, { uid, type }: { readonly uid: string; readonly type: string }): Promise<Source> {
  if (isRealtime({ type })) return logSource(ctx.db, { resourceUid: uid });
  const configuration = await firstRow<SourceConfiguration>(ctx.db, sql`
    select r.uid as "resourceUid", r.datasource, r.url, r.secrets, to_jsonb(f) as file from resource r left join resource_file f
      on f.dataset_uid = r.dataset_uid and r.datasource ->> 'type' = 'uploaded_file' and f.uid = r.datasource -> 'file' ->> 'uid'
    where r.uid = ${uid}`);
  return sourceOf(ctx.app, configuration ?? fail('NOT_FOUND'));
}
