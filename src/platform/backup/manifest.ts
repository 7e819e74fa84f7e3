import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { tryParseJson } from '#kernel/json.ts';
import { SetupError } from '../setup-error.ts';
import { requireRecordsTable } from './records-table.ts';

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

/** The name of a table in SQL. */
export const tableName = ({ schema, name }: Pick<DumpedTable, 'schema' | 'name'>): string =>
  schema === null ? `"${name}"` : `"${schema}"."${name}"`;

/**
 * The table of a line of the list of tables. Fails with a SetupError for names and statements that this service does not write: a backup
 * may come from someone else.
 */
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
