import type { RequestContext } from '#api/context.ts';
import type { ConfiguredFieldStep, PlannedFieldStep } from '#engine/field-steps.ts';
import type { ConfiguredResource } from '#engine/pipeline/extracted-records.ts';
import { type FieldConfigurationInput, parseStep } from '#fields/index.ts';
import { parseWhere } from '#engine/odsql/parse/parse-where.ts';
import type { Filter } from '#engine/odsql/tree.ts';
import { runPreview } from '#engine/preview/preview.ts';
import { runPreviewInThread } from '#engine/preview/preview-in-thread.ts';
import { checkBefore, mapCollectingErrors } from '#kernel/check-all.ts';
import { checkPartLimit } from '#datasets/index.ts';
import { sql, type Sql, sqlText } from '#kernel/sql.ts';
import {
  checkExtraction,
  createReaderForPreview,
  createSavedReader,
  fetchMetadataForInput,
  fetchRemoteDataset,
  harvestedFieldSteps,
  readWithinRequest,
  remoteFieldSteps,
  type Resource,
} from '#resources/index.ts';
import type { PreviewProcessorInput, PreviewResourceInput } from './publication.inputs.ts';
import type { ResourcePreview } from './publication.type.ts';
import { maxListedErrors, recordsErrorOf } from './progress.ts';
import { recordsVisibleToDefiner } from './records-visible-to-definer.ts';
import { sectionsAsJson } from '#api/capture-sections.ts';
import { fail } from '#kernel/fail.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { checkUnsavedProcessor, definersOfProcessors } from '#processors/index.ts';
import { callerAsDefiner } from '#identity/index.ts';
import type { RunConfiguration } from './publication-run.entity.ts';

/**
 * The first records that publishing an unsaved resource would make, after the processors of the dataset or those to try. The caller must have the right
 * to edit the dataset.
 */
export async function previewUnsaved(ctx: RequestContext, input: PreviewResourceInput): Promise<ResourcePreview> {
  const { datasetUid, type, params, where } = input;
  const source = await checkBefore(
    () => createReaderForPreview(ctx, input),
    () => {
      checkExtraction(type, params ?? {});
    },
  );
  const tried = input.processors ? await unsavedProcessors(ctx, input.processors) : undefined;
  const remote = await fetchMetadataForInput(ctx, datasetUid, input.datasource);
  return previewRecords(ctx, {
    datasetUid: sql`${datasetUid}`,
    resource: { source, type, params: params ?? {} },
    sourceFields: [...(remote?.fieldSteps ?? []), ...(await harvestedFieldSteps(ctx, sql`${datasetUid}`))],
    where: parseWhere(where ?? ''),
    tried,
  });
}

/** Which records of a saved resource to show, and the stacks to try in place of those of the dataset. */
interface Trial {
  readonly where: string | null;
  readonly processors: readonly PreviewProcessorInput[] | null;
  readonly fields: readonly FieldConfigurationInput[] | null;
}

/**
 * The first records that publishing a saved resource would make. The caller's right was checked when the resource was read. Fails INVALID_INPUT at
 * `processors.<index>` or `fields.<index>` for what cannot be tried.
 */
export async function previewSaved(
  ctx: RequestContext,
  resource: Pick<Resource, 'uid' | 'type' | 'params'>,
  { where, processors, fields }: Trial,
): Promise<ResourcePreview> {
  const { uid, type, params } = resource;
  const filter = parseWhere(where ?? '');
  const tried = {
    ...(processors && (await unsavedProcessors(ctx, processors))),
    ...(fields && { fields: await unsavedFields(fields) }),
  };
  const source = await createSavedReader(ctx, resource);
  const remote = await fetchRemoteDataset(ctx, uid);
  const datasetUid = sql`(select r.dataset_uid from resource r where r.uid = ${uid})`;
  return previewRecords(ctx, {
    datasetUid,
    resource: { source, type, params },
    sourceFields: [...remoteFieldSteps(remote?.fields ?? []), ...(await harvestedFieldSteps(ctx, datasetUid))],
    where: filter,
    tried,
  });
}

/** A preview of one resource. */
interface PreviewedResource {
  readonly datasetUid: Sql;
  readonly resource: ConfiguredResource;
  /** The steps for the fields that the source declares. */
  readonly sourceFields: readonly PlannedFieldStep[];
  readonly where: Filter | null;
  /** Stacks in place of those of the dataset. */
  readonly tried?: Partial<Pick<RunConfiguration, 'processors' | 'fields' | 'definers'>> | undefined;
}

/** Processors that are not saved, which read other datasets as the caller. Fails INVALID_INPUT at `processors.<index>`. */
async function unsavedProcessors(
  ctx: RequestContext,
  inputs: readonly PreviewProcessorInput[],
): Promise<Pick<RunConfiguration, 'processors' | 'definers'>> {
  checkPartLimit('processors', inputs.length);
  const processors = inputs.map(({ type, params }, index) => ({
    uid: String(index),
    type,
    label: '',
    params: params ?? {},
  }));
  await mapCollectingErrors(
    processors,
    (index) => `processors.${index}`,
    async (processor) => {
      await checkUnsavedProcessor(ctx, processor);
    },
  );
  const definer = callerAsDefiner(ctx.session);
  return { processors, definers: Object.fromEntries(processors.map(({ uid }) => [uid, definer])) };
}

/** Field configurations that are not saved. Fails INVALID_INPUT at `fields.<index>`. */
async function unsavedFields(inputs: readonly FieldConfigurationInput[]): Promise<ConfiguredFieldStep[]> {
  checkPartLimit('fields', inputs.length);
  return mapCollectingErrors(
    inputs,
    (index) => `fields.${index}`,
    (input, index) => ({ uid: String(index), ...parseStep(input) }),
  );
}

/** Runs a preview of one resource. Fails INVALID_INPUT for an unknown extractor and for wrong parameters. */
async function previewRecords(
  ctx: RequestContext,
  { datasetUid, resource, sourceFields, where, tried }: PreviewedResource,
): Promise<ResourcePreview> {
  checkExtraction(resource.type, resource.params);
  const { processors = [], fields = [], definers } = { ...(await currentTransform(ctx, datasetUid)), ...tried };
  // processors and conditions may be slow on some data, so they run in a thread; without them a thread would cost more than the preview
  const { previewThreads } = ctx.app.semaphores;
  const { errors, ...preview } = await readWithinRequest(ctx, (signal) => {
    const options = {
      resources: [resource],
      processors,
      fields: [...sourceFields, ...fields],
      where,
      openReference: recordsVisibleToDefiner(ctx, definers),
      signal,
    };
    return processors.length > 0 || where
      ? previewThreads(() => runPreviewInThread(options), { signal })
      : runPreview(options);
  });
  return { ...preview, recordsErrors: errors.slice(0, maxListedErrors).map((error) => recordsErrorOf(error)) };
}

/** The current transform configuration of a dataset; fails NOT_FOUND when the dataset was deleted. */
async function currentTransform(
  { app, db }: RequestContext,
  datasetUid: Sql,
): Promise<Pick<RunConfiguration, 'processors' | 'fields' | 'definers'>> {
  const found = await firstRow<{ configuration: RunConfiguration }>(
    db,
    sql`
    select ${sectionsAsJson(app.registry.sections, sqlText('d'), ['processors', 'fields'])} || jsonb_build_object('definers',
      ${definersOfProcessors(sqlText('d'))}) as configuration
    from dataset d
    where d.uid = ${datasetUid}`,
  );
  return found?.configuration ?? fail('NOT_FOUND');
}
