import type { RequestContext } from '../../api/context.ts';
import type { ConfiguredResource } from '../../engine/pipeline/extracted-records.ts';
import { preview, type Preview } from '../../engine/preview/preview.ts';
import { previewInThread } from '../../engine/preview/preview-in-thread.ts';
import { checkBefore } from '../../kernel/check-all.ts';
import { sql, type Sql } from '../../kernel/sql.ts';
import { checkExtraction, savedSource, sourceToPreview, withinRequest, type Resource } from '../resources/index.ts';
import type { PreviewResourceInput } from './preview.inputs.ts';
import { recordsAsSeenBy } from './records-as-seen-by.ts';
import { treatmentOfRows } from './treatment-of-rows.ts';

/** The first records that publishing would make of a resource, were it saved; for a caller who may edit the dataset. */
export async function previewUnsaved(ctx: RequestContext, input: PreviewResourceInput): Promise<Preview> {
  const { datasetUid, type, params } = input;
  const source = await checkBefore(
    () => sourceToPreview(ctx, input),
    () => {
      checkExtraction(type, params ?? {});
    },
  );
  return previewRecords(ctx, sql`${datasetUid}`, { source, type, params: params ?? {} });
}

/** The first records that publishing would make of a resource that the caller has been shown. */
export async function previewSaved(
  ctx: RequestContext,
  resource: Pick<Resource, 'uid' | 'type' | 'params'>,
): Promise<Preview> {
  const { uid, type, params } = resource;
  return previewRecords(ctx, sql`(select r.dataset_uid from resource r where r.uid = ${uid})`, {
    source: await savedSource(ctx, resource),
    type,
    params,
  });
}

/** Fails INVALID_INPUT for an extractor or parameters that are wrong. */
async function previewRecords(ctx: RequestContext, datasetUid: Sql, resource: ConfiguredResource): Promise<Preview> {
  checkExtraction(resource.type, resource.params);
  const { processors = [], fields = [], definers } = await treatmentOfRows(ctx, datasetUid);
  // what people write as processors may be slow on their data; a thread costs more than what is always fast
  const { previewThreads } = ctx.app.semaphores;
  return withinRequest(ctx, (signal) => {
    const options = { resources: [resource], processors, fields, recordsOf: recordsAsSeenBy(ctx, definers), signal };
    return processors.length > 0 ? previewThreads(() => previewInThread(options), signal) : preview(options);
  });
}
