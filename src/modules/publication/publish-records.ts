import type { RequestContext } from '../../api/context.ts';
import { Pipeline } from '../../engine/pipeline.ts';
import { LimitReached } from '../../engine/limit-reached.ts';
import { configuredResources } from '../resources/index.ts';
import type { Attempt } from './attempt.ts';
import { OrderStopped } from './order-stopped.ts';
import { recordsAsSeenBy } from './records-as-seen-by.ts';
import { RecordWriter } from './record-writer.ts';
import type { Outcome } from './settle-order.ts';
import { watchOrder } from './watch-order.ts';

/** How a run is bounded. */
export interface RunBounds {
  /** Ends the run at once. */
  readonly signal: AbortSignal;
  /** How many records a dataset may have; those beyond are left out. */
  readonly maxRecords: number;
}

/**
 * Makes the records of a dataset as its order found it configured: from the sources through processors and field configurations to
 * a generation of its own, as a stream. An abort ends it like an end of the data. Fails OrderStopped when the order is lost.
 */
export async function publishRecords(ctx: RequestContext, attempt: Attempt, { signal, maxRecords }: RunBounds): Promise<Outcome> {
  const { resources, processors = [], fields = [], savers = {}, endOfLog = 0 } = attempt.configuration;
  const [stopped, ended] = [new AbortController(), new AbortController()];
  const pipeline = new Pipeline({
    resources: resources ? await configuredResources(ctx.app, resources, { endOfLog, savers }) : [],
    processors,
    fields,
    recordsOf: recordsAsSeenBy(ctx, savers),
    signal: AbortSignal.any([signal, stopped.signal]),
    onError: (error) => writer.note(error),
  });
  const writer = new RecordWriter(ctx, attempt, pipeline);
  const watch = watchOrder(ctx, attempt, (reason) => stopped.abort(reason), ended.signal);
  try {
    return await writeAll(pipeline, writer, maxRecords);
  } catch (error) {
    if (error instanceof OrderStopped && error.why === 'aborted') return await done(writer);
    if (error instanceof LimitReached) return await full(error, writer);
    throw error;
  } finally {
    ended.abort();
    await Promise.all([watch, writer.close()]);
  }
}

async function writeAll(pipeline: Pipeline, writer: RecordWriter, maxRecords: number): Promise<Outcome> {
  for await (const batch of pipeline.batches()) {
    const room = maxRecords - writer.taken;
    await writer.write(batch.slice(0, room));
    if (batch.length > room) throw new LimitReached('records', maxRecords, pipeline.counters.rowsWritten);
  }
  return done(writer);
}

async function done(writer: RecordWriter): Promise<Outcome> {
  await writer.end();
  return { event: 'done' };
}

/** The records up to the limit are kept; where it allowed none, those that readers see stay. */
async function full({ limitType, limit, value }: LimitReached, writer: RecordWriter): Promise<Outcome> {
  const isEmpty = writer.taken === 0;
  if (!isEmpty) await writer.end();
  const message = `There are more than ${limit} ${limitType}${isEmpty ? '' : '; the records up to there are published'}.`;
  return { event: 'full', message, isEmpty, params: { error: { limit_type: limitType, limit, value } } };
}
