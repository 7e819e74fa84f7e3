import { once } from 'node:events';
import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { fail } from '../../../kernel/fail.ts';
import { projectionOfName } from '../../geo/coordinate-systems.ts';
import { checkCrs, crsParameter } from '../../geo/crs-parameter.ts';
import { GeometryError, checkGeometry, type Project } from '../../geo/checked-geometry.ts';
import type { ParamsOf } from '../../parameters/parameter.ts';
import type { DataRecord } from '../../records/record.ts';
import { writeTemporaryFile } from '../../datasource/temporary-file.ts';
import { defineExtractor, type Extraction, type ReportFieldError, type Sample } from '../extractor.ts';
import { extractFilename, withFilename } from '../extraction/filename-parameter.ts';
import { describeLibraryError } from '../extraction/library-failure.ts';
import { projectionOfColumn } from './geometry-columns.ts';
import type { ParquetPart } from './read-parquet.ts';
import type { ParquetFile, WorkerMessage } from './parquet-worker.ts';

const parameters = [crsParameter, extractFilename] as const;

const magic = Buffer.from('PAR1');
/** The maximum heap of the thread, in megabytes. A damaged file can ask for any amount of memory. */
const maxHeap = 512;
/** The maximum time for one part of a file, in milliseconds. */
const timeoutMs = 120_000;

const worker = new URL(`parquet-worker${extname(import.meta.url)}`, import.meta.url);

/**
 * Reads the file in a worker thread. The library trusts its input: a damaged file can make it use all
 * memory or run forever, which must end only the thread.
 */
async function* readParts(file: ParquetFile, signal: AbortSignal | undefined): AsyncGenerator<WorkerMessage> {
  const thread = new Worker(worker, { workerData: file, resourceLimits: { maxOldGenerationSizeMb: maxHeap } });
  // An error of the thread becomes the next part. Without a listener, the error would end the process.
  let crash: unknown;
  thread.on('error', (error) => {
    crash = error;
  });
  try {
    for (;;) {
      const part: WorkerMessage =
        crash === undefined ? await requestPart(thread, signal) : { failure: describeError(crash) };
      if ('isEnd' in part) return;
      yield part;
    }
  } finally {
    await thread.terminate();
  }
}

async function requestPart(thread: Worker, signal: AbortSignal | undefined): Promise<WorkerMessage> {
  const limits = [AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])];
  thread.postMessage('next');
  try {
    const [part] = (await once(thread, 'message', { signal: AbortSignal.any(limits) })) as [WorkerMessage];
    return part;
  } catch (error) {
    signal?.throwIfAborted();
    return { failure: describeError(error) };
  }
}

function describeError(error: unknown): string {
  if (error instanceof Object && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
    return `a part of it takes more than ${maxHeap} MB of memory; write the file with smaller row groups`;
  return error instanceof Object && 'name' in error && error.name === 'AbortError'
    ? `a part of it takes longer than ${timeoutMs / 1000} seconds`
    : describeLibraryError(error);
}

async function* extract(
  content: Readable,
  params: ParamsOf<typeof parameters>,
  { filename, columns, signal, report }: Extraction,
): AsyncGenerator<DataRecord[]> {
  const file = await writeTemporaryFile(content);
  try {
    if (!(await file.read(0, 4)).equals(magic) || !(await file.read(file.size - 4, 4)).equals(magic)) {
      fail('EXTRACTION_FAILED', {
        reason: 'the file is not a Parquet file, or it is truncated: it does not begin and end with PAR1',
      });
    }
    let names: readonly string[] = [];
    let projections = new Map<string, Project>();
    for await (const part of readParts({ descriptor: file.descriptor, size: file.size }, signal)) {
      if ('failure' in part) fail('EXTRACTION_FAILED', { reason: `the Parquet file cannot be read: ${part.failure}` });
      if ('columns' in part) {
        names = part.columns.map(({ name, type }) => columns.add(name, type));
        projections = projectionsOf(part, names, params.crs);
      }
      if (!('rows' in part)) continue;
      const records = part.rows.map((cells) =>
        Object.fromEntries(names.map((name, index) => [name, cells[index] ?? null])),
      );
      for (const [name, project] of projections)
        for (const record of records) projectGeometry(record, name, project, report);
      yield withFilename(records, params.extract_filename, filename, columns);
    }
  } finally {
    await file.close();
  }
}

/** The projections of geometry columns that are not in WGS 84. */
function projectionsOf(
  { columns, geometryColumns }: Extract<ParquetPart, { columns: unknown }>,
  fields: readonly string[],
  crs: string,
): Map<string, Project> {
  const projections = new Map<string, Project>();
  for (const column of geometryColumns) {
    const field = fields[columns.findIndex(({ name }) => name === column.column)];
    const project = crs === '' ? projectionOfColumn(column) : projectionOfName(crs);
    if (field !== undefined && project) projections.set(field, project);
  }
  return projections;
}

/** Projects the geometry of a record to WGS 84. An invalid geometry is reported and left out. */
function projectGeometry(
  record: DataRecord,
  field: string,
  project: Project,
  report: ReportFieldError | undefined,
): void {
  try {
    record[field] = checkGeometry(record[field] ?? null, project);
  } catch (error) {
    if (!(error instanceof GeometryError)) throw error;
    record[field] = null;
    report?.(record, field, `The geometry is left out: ${error.message}.`);
  }
}

const confidence = ({ bytes }: Sample): number => (bytes.subarray(0, 4).equals(magic) ? 0.99 : 0);

/** A Parquet file; nested columns become JSON. */
export const parquetfile = defineExtractor({
  type: 'parquetfile',
  label: 'Parquet file',
  parameters,
  extensions: ['parquet', 'parq'],
  confidence,
  guess: () => ({ crs: '', extract_filename: false }),
  check: checkCrs,
  extract,
});
