import type { PlannedFieldStep } from '#engine/field-steps/registry.ts';
import type { RequestContext } from '#api/context.ts';
import { SpooledDatasource } from '#engine/datasource/spooled-datasource.ts';
import { LimitReached } from '#engine/records/limit-reached.ts';
import type { OutputLimits } from '#engine/pipeline/output-limits.ts';
import { Pipeline, type PipelineOptions } from '#engine/pipeline/pipeline.ts';
import type { DatasetMetadata } from '#datasets/index.ts';
import { storedFilesOf } from '#records/index.ts';
import { prepareResources } from '#resources/index.ts';
import { type Attempt, ResourceFailed, RunAborted } from '../run/run-attempt.ts';
import { errorsReport } from './errors-report.ts';
import { recordsVisibleToDefiner } from './records-visible-to-definer.ts';
import { RecordWriter } from './record-writer.ts';
import { restartRun, WorkSlot } from '../run/claim-run.ts';
import type { Outcome } from '../run/finish-run.ts';
import { monitorRun } from '../run/monitor-run.ts';

/** The limits of a run. */
export interface RunBounds {
  /** Ends the run at once. */
  readonly signal: AbortSignal;
  /** The maximum number of records of a dataset; further records are left out. */
  readonly maxRecords: number;
  /** The steps for the fields that a source declares. They precede the field configurations. */
  readonly sourceFields?: readonly PlannedFieldStep[];
  /** The maximum output per byte read from the sources; the default limits if absent. */
  readonly output?: OutputLimits;
}

type Pass = Pick<PipelineOptions, 'resources' | 'types'> & RunBounds;

/**
 * Streams the records of a dataset from its sources through processors and field configurations to a new generation, with the
 * configuration of the run. When a value does not fit the type inferred from earlier values, a second pass makes all records again from
 * the same bytes, with types that fit all values. When a user aborts the run, the records made so far are kept. Throws LeaseLost when
 * another attempt holds the lease.
 */
export async function publishRecords(ctx: RequestContext, attempt: Attempt, bounds: RunBounds): Promise<Outcome> {
  const { resources, definers = {}, highWatermark = 0 } = attempt.configuration;
  const configured = resources ? await prepareResources(ctx.app, resources, { highWatermark, definers }) : [];
  const spooled = configured.map(({ source, ...resource }) => ({ ...resource, source: new SpooledDatasource(source) }));
  try {
    const first = await makePass(ctx, attempt, { resources: spooled, ...bounds });
    if ('event' in first) return first;
    const second = await makePass(ctx, await restartRun(ctx, attempt), { resources: spooled, types: first, ...bounds });
    if ('event' in second) return second;
    throw new Error('A pass with fixed types must not widen one.');
  } finally {
    await Promise.all(spooled.map(({ source }) => source.close()));
  }
}

/** Makes one pass over the sources. Returns the types for a second pass when the inferred types are too narrow. */
async function makePass(
  ctx: RequestContext,
  attempt: Attempt,
  { signal, sourceFields = [], ...options }: Pass,
): Promise<Outcome | NonNullable<Pipeline['widerTypes']>> {
  const { processors = [], fields = [], definers = {}, acceptsEmpty = false, metadata } = attempt.configuration;
  const leaseLost = new AbortController();
  const runAborted = new AbortController();
  const passEnded = new AbortController();
  const stopSignal = AbortSignal.any([signal, leaseLost.signal]);
  const files = storedFilesOf(ctx.app, attempt.generation);
  const pipeline = new Pipeline({
    ...options,
    acceptsEmpty,
    language: languageOf(metadata),
    processors,
    fields: [...sourceFields, ...fields],
    openReference: recordsVisibleToDefiner(ctx, definers),
    storeFile: files.store,
    signal: AbortSignal.any([stopSignal, runAborted.signal]),
    onError: (error) => writer.addError(error),
  });
  const writer = new RecordWriter(ctx, attempt, pipeline, files.isStored);
  const slot = new WorkSlot(ctx.app.jobs, attempt.requestedBy ?? '', AbortSignal.any([stopSignal, runAborted.signal]));
  const finish = () => writer.end(stopSignal);
  const counted = async (finished: Promise<Outcome>): Promise<Outcome> => ({
    ...(await finished),
    records: writer.received,
  });
  const monitor = monitorRun(
    ctx,
    attempt,
    {
      onStop: (reason) => (reason instanceof RunAborted ? runAborted : leaseLost).abort(reason),
      onTick: () => {
        writer.report();
        slot.check(pipeline.isWaiting);
      },
    },
    passEnded.signal,
  );
  try {
    for await (const batch of pipeline.batches()) {
      await slot.take();
      await writer.write(batch);
    }
    return pipeline.widerTypes ?? (await counted(finishComplete(pipeline, finish)));
  } catch (error) {
    if (error instanceof RunAborted) return await counted(finishComplete(pipeline, finish));
    if (error instanceof LimitReached)
      return (
        pipeline.widerTypes ??
        (await counted(finishAtLimit(error, pipeline, writer.received === 0 ? undefined : finish)))
      );
    const failed = attempt.configuration.resources?.resources[pipeline.failedResource ?? -1];
    throw failed ? new ResourceFailed(failed, error) : error;
  } finally {
    passEnded.abort();
    await Promise.all([monitor, writer.close()]);
    slot.give();
  }
}

/** The language of a dataset by its metadata. */
function languageOf(metadata: DatasetMetadata = {}): string | undefined {
  const language = metadata['default']?.['language']?.value;
  return typeof language === 'string' ? language : undefined;
}

/** Writes the remaining records and stores the file of the generation. */
type Finish = () => Promise<void>;

/** Keeps all records that the pipeline made. */
async function finishComplete(pipeline: Pipeline, finish: Finish): Promise<Outcome> {
  await finish();
  return { event: 'done', ...errorsReport(pipeline) };
}

/** Keeps the records up to the limit. Without any record, `finish` is undefined and readers continue to see the previous records. */
async function finishAtLimit(
  { limitType, limit, value }: LimitReached,
  pipeline: Pipeline,
  finish: Finish | undefined,
): Promise<Outcome> {
  const isEmpty = finish === undefined;
  await finish?.();
  const { message: errors, params, doubts = [] } = errorsReport(pipeline);
  const message = [
    `There are more than ${limit} ${limitType}${isEmpty ? '' : '; the records up to there are published'}.`,
    ...(errors === undefined ? [] : [errors]),
  ].join(' ');
  return {
    event: 'full',
    message,
    isEmpty,
    doubts,
    params: { error: { limit_type: limitType, limit, value }, ...params },
  };
}
