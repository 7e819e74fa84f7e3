import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import { fail } from '#kernel/fail.ts';
import { checkCrs, crsParameter, projectionOfName } from '#engine/geo/coordinate-systems.ts';
import { GeometryError, checkGeometry, type Project } from '#engine/geo/checked-geometry.ts';
import type { ParamsOf } from '#engine/parameters.ts';
import type { DataRecord } from '#engine/records/record.ts';
import { writeTemporaryFile } from '#engine/datasource/datasource.ts';
import { defineExtractor, type Extraction, type ReportFieldError, type Sample } from '../extractor.ts';
import { extractFilename, withFilename } from '../extraction.ts';
import { type OpenFile, ReaderThread } from '../reader-thread.ts';
import { projectionOfColumn } from './parquet-columns.ts';
import type { ParquetPart } from './read-parquet.ts';

const parameters = [crsParameter, extractFilename] as const;

const magic = Buffer.from('PAR1');

const worker = new URL(`parquet-worker${extname(import.meta.url)}`, import.meta.url);

/** Reads the parts of the file in a thread. */
async function* readParts(file: OpenFile, signal: AbortSignal | undefined): AsyncGenerator<ParquetPart> {
  const thread = new ReaderThread<'next', ParquetPart | null>(worker, file, {
    name: 'Parquet file',
    advice: 'write the file with smaller row groups',
  });
  try {
    for (;;) {
      const part = await thread.request('next', signal);
      if (part === null) return;
      yield part;
    }
  } finally {
    await thread.close();
  }
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
    let projections = new Map<string, Project | undefined>();
    for await (const part of readParts({ descriptor: file.descriptor, size: file.size }, signal)) {
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

/** The fields of geometries, and the projection of those that are not in WGS 84. */
function projectionsOf(
  { columns, geometryColumns }: Extract<ParquetPart, { columns: unknown }>,
  fields: readonly string[],
  crs: string,
): Map<string, Project | undefined> {
  const projections = new Map<string, Project | undefined>();
  for (const column of geometryColumns) {
    const field = fields[columns.findIndex(({ name }) => name === column.column)];
    const project = crs === '' ? projectionOfColumn(column) : projectionOfName(crs);
    if (field !== undefined) projections.set(field, project);
  }
  return projections;
}

/** Checks the geometry of a record and projects it to WGS 84. An invalid geometry is reported and left out. */
function projectGeometry(
  record: DataRecord,
  field: string,
  project: Project | undefined,
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
