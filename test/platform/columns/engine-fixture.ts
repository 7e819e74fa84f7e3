import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql, sqlName, type Sql } from '#kernel/sql.ts';
import type {
  Column,
  ColumnEngine,
  ColumnStatement,
  GenerationTable,
  LineBatch,
  TextRow,
} from '#platform/columns/column-engine.ts';
import { createColumnEngine, type ColumnEngineOptions } from '#platform/columns/create-column-engine.ts';
import { CsvLineWriter } from '#platform/columns/csv-line-writer.ts';
import { createLog } from '#platform/log.ts';
import { openDiskStorage } from '#platform/storage/disk-storage.ts';
import type { Storage } from '#platform/storage/storage.ts';

type Rows = readonly (readonly (string | null)[])[];

export const limits = { timeoutMs: 60_000, maxBytes: 2 ** 25 };

/** The columns of every generation in these tests, and a text. */
export const technicalColumns: readonly Column[] = [
  { name: '_position', type: 'BIGINT' },
  { name: '_id', type: 'BLOB' },
];
export const textColumn: Column = { name: 'c0', type: 'VARCHAR' };

/** The script of the process, and one with functions for tests. */
const script = new URL('../../../src/processes/column-engine-process.ts', import.meta.url);
export const scriptWithFunctions = new URL('engine-process-with-functions.ts', import.meta.url);

/** Engines on folders of their own, which `close` ends and removes. */
export class EngineFixture {
  readonly #engines: ColumnEngine[] = [];
  readonly folder: string;
  readonly storage: Storage;
  /** The lines of the logs. */
  readonly logged: string[] = [];

  private constructor(folder: string, storage: Storage) {
    this.folder = folder;
    this.storage = storage;
  }

  static async create(): Promise<EngineFixture> {
    const folder = await mkdtemp(join(tmpdir(), 'catalograph-columns-'));
    return new EngineFixture(folder, await openDiskStorage(join(folder, 'storage')));
  }

  get cacheFolder(): string {
    return join(this.folder, 'cache');
  }

  async engine(options: Partial<ColumnEngineOptions> = {}): Promise<ColumnEngine> {
    const log = createLog({ level: 'warn', destination: { write: (line) => void this.logged.push(line) } });
    const engine = await createColumnEngine({
      cacheFolder: this.cacheFolder,
      cacheBytes: 1e9,
      storage: this.storage,
      memoryLimit: 256e6,
      threads: 2,
      tempBytes: 1e9,
      script,
      log,
      ...options,
    });
    this.#engines.push(engine);
    return engine;
  }

  /** Stores the rows as a generation, and returns its table. `keepsNative` keeps the native file that the writer made. */
  async publish(
    engine: ColumnEngine,
    columns: readonly Column[],
    rows: Rows,
    { keepsNative = true }: { readonly keepsNative?: boolean } = {},
  ): Promise<GenerationTable & { readonly file: { readonly key: string } }> {
    const writer = await engine.createWriter(columns);
    try {
      await writer.load([batchOf(rows)]);
      const written = await writer.finish({
        identify: (repeated) => repeated.map(() => ''),
        signal: AbortSignal.timeout(60_000),
      });
      const { key } = await this.storage.write(createReadStream(written.path), { limit: 1e9 });
      if (keepsNative) await written.adopt(key);
      return { name: tableName(key), file: { key, recordCount: written.recordCount }, columns, readTail: null };
    } finally {
      await writer.close();
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#engines.map((engine) => engine.close()));
    await rm(this.folder, { recursive: true, force: true });
  }
}

export const tableName = (key: string, suffix = ''): string => `g_${key.slice(0, 16)}${suffix}`;

/** Rows of a position, an identifier and a text each. */
export const numberedRows = (
  count: number,
  textOf: (position: number) => string | null = (position) => `text ${position}`,
) => Array.from({ length: count }, (_, position) => [String(position), idOf(position), textOf(position)]);

export const idOf = (position: number): string => (position * 7_919).toString(16).padStart(16, '0').padEnd(40, '0');

export const linesOf = (rows: Rows): Buffer => Buffer.from(batchOf(rows).bytes);

/** The rows as a batch for a writer. */
export function batchOf(rows: Rows): LineBatch {
  const writer = new CsvLineWriter(1_024);
  let maxLineBytes = 0;
  for (const row of rows) {
    const start = writer.length;
    for (const cell of row) writer.cell(cell);
    writer.endLine();
    maxLineBytes = Math.max(maxLineBytes, writer.length - start);
  }
  return { bytes: Buffer.from(writer.bytes.subarray(0, writer.length)), lineCount: rows.length, maxLineBytes };
}

/** A statement over no or one table. `select` is completed with the table. */
export const statementOf = (select: Sql, table?: GenerationTable, rest: Sql = sql``): ColumnStatement => ({
  tables: table ? [table] : [],
  statement: table ? sql`select ${select} from ${sqlName(table.name)} ${rest}` : sql`select ${select} ${rest}`,
});

/** The only text of the only row of a statement. */
export async function textOf(engine: ColumnEngine, statement: ColumnStatement): Promise<string | null | undefined> {
  const rows: readonly TextRow[] = await engine.rows(statement, limits);
  return rows[0]?.[0];
}

/** Waits until a condition holds. */
export async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  const end = performance.now() + 30_000;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error('The condition does not hold after 30 seconds.');
    await sleep(20);
  }
}
