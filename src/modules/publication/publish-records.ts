import type { RequestContext } from '../../api/context.ts';
import { SpooledDatasource } from '../../engine/datasource/spooled-datasource.ts';
import { LimitReached } from '../../engine/records/limit-reached.ts';
import type { OutputLimits } from '../../engine/pipeline/output-limits.ts';
import { Pipeline, type PipelineOptions } from '../../engine/pipeline/pipeline.ts';
import { configuredResources } from '../resources/index.ts';
import type { Attempt } from './attempt.ts';
import { errorsReport } from './errors-report.ts';
import { OrderStopped } from './order-stopped.ts';
import { recordsAsSeenBy } from './records-as-seen-by.ts';
import { RecordWriter } from './record-writer.ts';
import type { Outcome } from './settle-order.ts';
import { startAgain } from './start-again.ts';
import { watchOrder } from './watch-order.ts';

/** How a run is bounded. */
export interface RunBounds {
  /** Ends the run at once. */
  readonly signal: AbortSignal;
  /** How many records a dataset may have; those beyond are left out. */
  readonly maxRecords: number;
  /** What may be made of the sources' bytes; as usual unless told. */
  readonly output?: OutputLimits;
}

type Run = Pick<PipelineOptions, 'resources' | 'types'> & RunBounds;

/**
 * Makes the records of a dataset as its order found it configured: from the sources through processors and field configurations to
 * a generation of its own, as a stream. Where a value does not fit the type inferred from those before, all records are made a
 * second time, from the same bytes, with the types that all values fit. An abort ends it like an end of the data. Fails OrderStopped when the order is lost.
 */
export async function publishRecords(ctx: RequestContext, attempt: Attempt, bounds: RunBounds): Promise<Outcome> {
  const { resources, definers = {}, endOfLog = 0 } = attempt.configuration;
  const configured = resources ? await configuredResources(ctx.app, resources, { endOfLog, definers }) : [];
  const kept = configured.map(({ source, ...resource }) => ({ ...resource, source: new SpooledDatasource(source) }));
  try {
    const first = await run(ctx, attempt, { resources: kept, ...bounds });
    if ('event' in first) return first;
    const second = await run(ctx, await startAgain(ctx, attempt), { resources: kept, types: first, ...bounds });
    if ('event' in second) return second;
    throw new Error('A run whose types are settled has widened one.');
  } finally {
    await Promise.all(kept.map(({ source }) => source.close()));
  }
}

/** One run over the sources; answers the types of another one where those inferred are too narrow. */
async function run(
  ctx: RequestContext,
  attempt: Attempt,
  { signal, ...options }: Run,
): Promise<Outcome | NonNullable<Pipeline['widerTypes']>> {
  const { processors = [], fields = [], definers = {}, acceptsEmpty = false } = attempt.configuration;
  const [stopped, ended] = [new AbortController(), new AbortController()];
  const pipeline = new Pipeline({
    ...options,
    acceptsEmpty,
    processors,
    fields,
    recordsOf: recordsAsSeenBy(ctx, definers),
    signal: AbortSignal.any([signal, stopped.signal]),
    onError: (error) => writer.note(error),
  });
  const writer = new RecordWriter(ctx, attempt, pipeline);
  const watch = watchOrder(
    ctx,
    attempt,
    { stop: (reason) => stopped.abort(reason), tick: () => writer.report() },
    ended.signal,
  );
  try {
    for await (const batch of pipeline.batches()) await writer.write(batch);
    return pipeline.widerTypes ?? (await done(pipeline, writer));
  } catch (error) {
    if (error instanceof OrderStopped && error.why === 'aborted') return await done(pipeline, writer);
    if (error instanceof LimitReached) return pipeline.widerTypes ?? (await full(error, pipeline, writer));
    throw error;
  } finally {
    ended.abort();
    await Promise.all([watch, writer.close()]);
  }
}

async function done(pipeline: Pipeline, writer: RecordWriter): Promise<Outcome> {
  await writer.end();
  return { event: 'done', ...errorsReport(pipeline) };
}

/** The records up to the limit are kept; where it allowed none, those that readers see stay. */
async function full(
  { limitType, limit, value }: LimitReached,
  pipeline: Pipeline,
  writer: RecordWriter,
): Promise<Outcome> {
  const isEmpty = writer.taken === 0;
  if (!isEmpty) await writer.end();
  const { message: errors, params } = errorsReport(pipeline);
  const message = [
    `There are more than ${limit} ${limitType}${isEmpty ? '' : '; the records up to there are published'}.`,
    ...(errors === undefined ? [] : [errors]),
  ].join(' ');
  return { event: 'full', message, isEmpty, params: { error: { limit_type: limitType, limit, value }, ...params } };
}
