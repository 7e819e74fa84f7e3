import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { SetupError } from './system-errors.ts';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { tryParseJson } from '#kernel/json.ts';
import { namePrefix } from '#kernel/sql.ts';

const field = String.raw`c\d{1,4}(?:_box)?`;
const type =
  '(?:bigint|integer|double precision|bytea|jsonb|tsvector|text(?:\\[\\])?|date|timestamp with time zone|point|box)';
const instant = String.raw`'\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d(?::\d\d){0,2}'::timestamp with time zone`;

export const column = [
  `(?:_position|_timestamp|_size|_id|rest|_words|${field}) ${type}`,
  String.raw`(?: storage (?:plain|external|extended|main))?(?: collate pg_catalog\."C")?(?: default ${instant})?(?: not null)?`,
].join('');
const indexed = String.raw`(?:_position|_id|_words|${field}|\(\(c\d{1,4} ->> 'sha256'::text\)\))`;

/** A file of a backup, and what its bytes must be. */
export interface BackupFile {
  readonly bytes: number;
  readonly sha256: string;
}

/** Counts and hashes the bytes that pass. */
class Digest extends Transform {
  readonly #hash = createHash('sha256');
  #bytes = 0;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (error: null, chunk: Buffer) => void): void {
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
    done(null, chunk);
  }

  result(): BackupFile {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}

/** Compresses a stream into a new file that survives a crash. */
export async function writeCompressed(path: string, content: Readable): Promise<BackupFile> {
  const digest = new Digest();
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  // The lowest level halves the time, and the file is hardly larger.
  await pipeline(content, createGzip({ level: 1 }), digest, file);
  return digest.result();
}

/** The bytes that `writeCompressed` was given. */
export const readCompressed = (path: string): Readable => {
  const file = createReadStream(path);
  const content = createGunzip();
  file.on('error', (error) => content.destroy(error));
  return file.pipe(content);
};

/** The lines of a compressed file. */
export const readLines = (path: string): AsyncIterable<string> => createInterface({ input: readCompressed(path) });

/** Fails with a SetupError unless the file has the bytes that were written. */
export async function verifyFile(path: string, { bytes, sha256 }: BackupFile): Promise<void> {
  const digest = new Digest();
  try {
    await pipeline(createReadStream(path), digest.resume());
  } catch (error) {
    throw new SetupError(`The backup is incomplete: ${String(error)}`);
  }
  const found = digest.result();
  if (found.bytes !== bytes || found.sha256 !== sha256)
    throw new SetupError(
      `The backup is damaged: ${path} does not have the bytes that were written. Use another backup.`,
    );
}

const backupFile = z.object({ bytes: z.number(), sha256: z.string() });

/** A name that needs no quotes but where it is a word of SQL. It is part of paths and of statements. */
const name = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);

/** What a table has in a backup; a line of `tables.jsonl.gz`. */
const dumpedTable = z.object({
  schema: z.enum(['records', 'totals']).nullable(),
  name,
  /** The names of the columns, quoted where they are words of SQL. */
  columns: z.array(z.string().regex(/^(?:[a-z_][a-z0-9_]{0,62}|"[a-z_][a-z0-9_]{0,62}")$/)),
  rows: z.number(),
  file: backupFile,
  /** The statements that create a table of records, and its indexes (records-table.ts); migrations create the other tables. */
  create: z.string().nullable(),
  indexes: z.array(z.string()),
});
export type DumpedTable = z.output<typeof dumpedTable>;

/** Describes a backup. It is written last, so a folder without it is not a backup. */
const manifest = z.object({
  format: z.literal(1),
  /** When the backup began: all that was acknowledged before is in it. */
  startedAt: z.string(),
  /** The migrations of the database. */
  migrations: z.array(z.string()),
  sequences: z.array(z.object({ name, value: z.string(), isCalled: z.boolean() })),
  /** The list of the tables. */
  tables: backupFile,
  tableCount: z.number(),
  rowCount: z.number(),
  /** The list of the stored files. */
  blobs: backupFile,
  blobCount: z.number(),
  blobBytes: z.number(),
  /** The keys of stored files that the storage lacked or had damaged. */
  missingBlobs: z.array(z.string()),
});
export type Manifest = z.output<typeof manifest>;

/** The paths in the folder of a backup. */
export const backupPaths = (folder: string) => ({
  manifest: join(folder, 'manifest.json'),
  tables: join(folder, 'tables.jsonl.gz'),
  blobList: join(folder, 'files.txt.gz'),
  blobs: join(folder, 'files'),
  database: join(folder, 'database'),
  table: ({ schema, name }: Pick<DumpedTable, 'schema' | 'name'>) =>
    join(folder, 'database', `${schema ?? 'main'}.${name}.gz`),
});

/** Completes a backup. */
export async function writeManifest(folder: string, content: Manifest): Promise<void> {
  const path = backupPaths(folder).manifest;
  await writeFile(`${path}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
}

/** Fails with a SetupError for a folder that is not a complete backup, or one of a later version. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(backupPaths(folder).manifest, 'utf8').catch(() => {
    throw new SetupError(`${folder} is not a complete backup: it has no manifest.json.`);
  });
  const parsed = manifest.safeParse(tryParseJson(text));
  if (parsed.success) return parsed.data;
  throw new SetupError(`${folder} is not a backup that this version can restore. Use the version that made it.`);
}

/** The name of a table in the SQL of a catalog with this one schema, or with all of them. */
export const tableName = ({ schema, name }: Pick<DumpedTable, 'schema' | 'name'>, oneSchema?: string): string =>
  schema === null ? `"${name}"` : `${namePrefix(schema, oneSchema)}${name}`;

/** The table of a line of the list of tables. Fails with a SetupError for what this service does not write. */
export function parseTable(line: string): DumpedTable {
  const parsed = dumpedTable.safeParse(tryParseJson(line));
  if (!parsed.success)
    throw new SetupError(`The backup describes a table that is not of this service: ${line.slice(0, 100)}`);
  const { schema, create, indexes } = parsed.data;
  if (schema === 'records') requireRecordsTable({ ...parsed.data, create: create ?? '' });
  else if (create !== null || indexes.length > 0)
    throw new SetupError(`The backup has statements for the table ${parsed.data.name}, which only migrations create.`);
  return parsed.data;
}

/**
 * Fails with a SetupError unless the statements are those of the service: its columns with their types, and its kinds of indexes. They are
 * executed with the rights of the service, so a backup must not contain any other.
 */
export function requireRecordsTable({ name, create, indexes }: RecordsTable): void {
  if (createPattern.exec(create)?.[1] === name && indexes.every((index) => isIndexOf(name, index))) return;
  throw new SetupError(
    `The table ${tableName({ schema: 'records', name })} is not one that this service creates. Publish its dataset again where the backup was made, and make another backup.`,
  );
}

/** The statements of a table of records: the service creates such tables while it runs, so a backup has their definitions. */
interface RecordsTable {
  readonly name: string;
  readonly create: string;
  readonly indexes: readonly string[];
}

const createPattern = new RegExp(
  `^create table records\\.(g\\d{1,16}) \\(${column}(?:, ${column})*\\)(?:; alter table records\\.\\1 alter column _words set statistics 0)?$`,
);
const indexPattern = new RegExp(
  `^CREATE (?:UNIQUE )?INDEX (g\\d{1,16})_\\w{1,20} ON records\\.\\1 USING (?:btree|gin|gist) \\(${indexed}\\)(?: WITH \\(fastupdate='?off'?\\))?$`,
);

/** Whether a statement creates an index of a table as the service does. */
export const isIndexOf = (table: string, index: string): boolean => indexPattern.exec(index)?.[1] === table;
