import type { PlannedFieldStep } from '#engine/field-steps.ts';
import type { RequestContext } from '#api/context.ts';
import { SpooledDatasource } from '#engine/datasource/datasource.ts';
import { type DataRecord, LimitReached } from '#engine/records/record.ts';
import { type OutputLimits, Pipeline, type PipelineOptions } from '#engine/pipeline/pipeline.ts';
import type { DatasetMetadata } from '#datasets/index.ts';
import { GenerationFileWriter, setWrittenRecords, storedFilesOf, summarizeRecords } from '#records/index.ts';
import { prepareResources } from '#resources/index.ts';
import { type Attempt, LeaseLost, monitorRun, ResourceFailed, RunAborted } from './run-attempt.ts';
import {
  errorsReport,
  maxListedErrors,
  type Progress,
  progressParams,
  publishedFieldsOf,
  type RecordsError,
  recordsErrorOf,
} from './progress.ts';
import { recordsVisibleToDefiner } from './records-visible-to-definer.ts';
import { restartRun, WorkSlot } from './claim-run.ts';
import type { Outcome } from './finish-run.ts';
import { setTimeout as pause } from 'node:timers/promises';
import type { RecordError } from '#engine/pipeline/processor-chain.ts';
import { sql, type Sql } from '#kernel/sql.ts';

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
  /** How long processors may take on one record, in milliseconds; the default limit if absent. */
  readonly maxRecordMs?: number;
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
    onError: (error, values) => writer.addError(error, values),
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

/** The bytes of records that may wait while other records are loaded. When more bytes wait, `write` waits. */
const maxWaitingBytes = 4 * 1024 * 1024;
/** When this many bytes wait, they are loaded at once, without a wait for more. */
const portionBytes = 1024 * 1024;
/** How long records are collected before a load. A slow source shows progress soon; a fast source needs few loads. */
const collectMs = 50;

/** The shortest time between two reports of progress, and the longest one while bytes are read. */
const minReportMs = 200;
const maxReportMs = 1_000;

/** The part of a pipeline that progress is read from. */
type ProgressSource = Pick<Pipeline, 'counters' | 'fields'>;

/** How far the pipeline was at a report. */
interface Report {
  readonly at: number;
  readonly records: number;
  readonly bytes: number;
}

/**
 * Writes an attempt's records to the file of its generation, and reports the progress. The writer collects records while earlier records are
 * loaded; the number of waiting bytes is bounded.
 */
class RecordWriter {
  readonly #ctx: RequestContext;
  readonly #attempt: Attempt;
  readonly #source: ProgressSource;
  readonly #errors: RecordsError[] = [];
  readonly #file: GenerationFileWriter;
  #isClosed = false;
  /** The number of records that were loaded. */
  #loaded = 0;
  /** The number of fields written to the progress; they are written again only when there are more. */
  #fieldsReported = 0;
  #reported: Report = { at: -Infinity, records: 0, bytes: 0 };
  #writing: Promise<void> | undefined;
  #failure: Error | undefined;

  constructor(ctx: RequestContext, attempt: Attempt, source: ProgressSource, isStored: (sha256: string) => boolean) {
    this.#ctx = ctx;
    this.#attempt = attempt;
    this.#source = source;
    this.#file = new GenerationFileWriter(ctx.app, attempt.datasetUid, { madeAt: ctx.app.clock.now(), isStored });
  }

  /** The number of records received. */
  get received(): number {
    return this.#file.received;
  }

  /** Notes an error of a record for the status. */
  addError(error: RecordError, values: DataRecord): void {
    if (this.#errors.length < maxListedErrors) this.#errors.push(recordsErrorOf(error, values));
  }

  /**
   * Accepts records. When too many bytes wait, it waits for the current load. Throws LeaseLost when another attempt holds the lease, or an
   * error of the engine or the database; the error may come from the load of earlier records.
   */
  async write(records: readonly DataRecord[]): Promise<void> {
    this.#file.add(records, this.#source.fields);
    this.#begin();
    // The pipeline continues while a portion is loaded, and waits only when too many bytes wait.
    if (this.#file.waiting > maxWaitingBytes) await this.#writing;
    this.#throwFailure();
  }

  /** Reports the progress when records were loaded, or the source has sent bytes, but the progress was not written for a while. */
  report(): void {
    const { at, records, bytes } = this.#reported;
    const elapsedMs = performance.now() - at;
    const hasNew = this.#loaded > records && elapsedMs > minReportMs;
    if (hasNew || (this.#source.counters.bytes !== bytes && elapsedMs > maxReportMs)) this.#begin(true);
  }

  /**
   * Loads the remaining records, stores the file and all fields, and makes the generation consist of them; a dataset without records has fields
   * too. Fails as `write` does.
   */
  async end(signal: AbortSignal): Promise<void> {
    while (this.#writing) await this.#writing;
    this.#throwFailure();
    const { fields } = this.#source;
    if (fields.length > this.#file.fields.length) this.#file.extend(fields);
    const written = await this.#file.finish(signal);
    this.#loaded = written.recordCount;
    const { file, recordCount, fields: writtenFields } = written;
    const { generation } = this.#attempt;
    const stored = { id: String(generation), file, fileCount: recordCount, recordCount, tailVersion: '0' };
    const summary = await summarizeRecords(this.#ctx, stored, writtenFields);
    await this.#writeProgress(setWrittenRecords(generation, { ...written, summary }));
  }

  /** Discards waiting records, waits for the current load, and removes what was not stored. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#writing;
    await this.#file.close();
  }

  #throwFailure(): void {
    if (this.#failure) throw this.#failure;
  }

  /** Starts a load of the waiting records, or a report, unless one is running or has failed. */
  #begin(isReport = false): void {
    if (this.#writing || (this.#file.waiting === 0 && !isReport) || this.#failure || this.#isClosed) return;
    this.#writing = this.#loadCollected(isReport)
      .catch((error: unknown) => {
        this.#failure = error instanceof Error ? error : new Error(String(error));
      })
      .then(() => {
        this.#writing = undefined;
        this.#begin();
      });
  }

  async #loadCollected(isReport: boolean): Promise<void> {
    if (this.#file.waiting < portionBytes) await pause(collectMs);
    if (this.#isClosed) return;
    const { received } = this;
    await this.#file.load();
    this.#loaded = received;
    if (isReport || performance.now() - this.#reported.at > minReportMs) await this.#writeProgress();
  }

  /**
   * Writes the progress, and runs a statement about the generation in the same one. When another attempt holds the lease, the update of the run
   * finds no row and nothing is written.
   */
  async #writeProgress(aboutGeneration?: Sql): Promise<void> {
    const { fields, counters } = this.#source;
    const { datasetUid, leaseId } = this.#attempt;
    const records = this.#loaded;
    this.#reported = { at: performance.now(), records, bytes: counters.bytes };
    const progress = JSON.stringify(this.#progress(records, fields));
    const run = sql`
      update publication_run set progress = coalesce(progress, '{}'::jsonb) || ${progress}::jsonb
      where dataset_uid = ${datasetUid} and lease_id = ${leaseId}::uuid returning 1`;
    const statement = aboutGeneration
      ? sql`with run as (${run}) ${aboutGeneration} and exists (select from run) returning 1`
      : run;
    const holdsLease = await this.#ctx.db.rows(statement);
    if (holdsLease.length === 0) throw new LeaseLost();
    this.#fieldsReported = fields.length;
  }

  #progress(written: number, fields: ProgressSource['fields']): Omit<Progress, 'fields'> & Partial<Progress> {
    return {
      params: progressParams(this.#source.counters, written),
      recordsErrors: this.#errors.filter(({ recordId }) => Number(recordId) < written),
      ...(fields.length > this.#fieldsReported && { fields: publishedFieldsOf(fields) }),
    };
  }
}
