import type { DuckDBConnection } from '@duckdb/node-api';
import { vectorRows, type TableDefinition } from '../protocol.ts';
import { minIndexedRecords } from '../column-engine.ts';
import { EngineFailure, failureOf } from './engine-failure.ts';
import { idKey } from './native-file.ts';
import { selectLines } from './read-lines.ts';
import { identifier, sqlLiteral } from './sql-text.ts';
import { tableViews, viewsOf } from './table-views.ts';

/** The number of the tables that stay open without a statement that uses them, and the part of the memory that their tails may take. */
const maxTables = 300;
const tailShare = 1 / 8;

/** About the maximum number of row groups of a Parquet file with wide records. */
const maxRowGroups = 1_000;

type FileDefinition = NonNullable<TableDefinition['file']>;

/** Whether a file has an index of its words. */
const isIndexed = ({ recordCount }: Pick<FileDefinition, 'recordCount'>): boolean => recordCount >= minIndexedRecords;

interface OpenTable {
  readonly name: string;
  readonly fileKey: string | undefined;
  readonly tailBytes: number;
  /** The number of statements that use the table now. */
  users: number;
}

/** An attached native file. */
interface OpenFile {
  readonly columns: ReadonlyMap<string, string>;
  /** More than the records in a wide file. */
  readonly rowCount: number;
  /** The records of a row group of a Parquet file of them, if they are wide. */
  readonly groupRows: number | undefined;
  /** The number of open tables that read it. */
  tables: number;
}

/**
 * The tables of generations: views over attached native files and tables of tails in memory. Those that were used last stay open, because to open one
 * costs as much as a small statement.
 */
export class OpenTables {
  readonly #connection: DuckDBConnection;
  readonly #maxTailBytes: number;
  /** Called with a table that closes. */
  readonly #forget: (table: string) => void;
  /** The tables in the order of their last use. */
  readonly #tables = new Map<string, OpenTable>();
  readonly #files = new Map<string, OpenFile>();
  #tailBytes = 0;
  /** Tables open and close one after another: the catalog of the engine takes one change at a time. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(connection: DuckDBConnection, memoryLimit: number, forget: (table: string) => void) {
    this.#connection = connection;
    this.#maxTailBytes = memoryLimit * tailShare;
    this.#forget = forget;
  }

  /** Opens tables, and keeps them open while the work runs. Fails `missing` with the tables that are not open and not defined. */
  async use<T>(names: readonly string[], definitions: readonly TableDefinition[], work: () => Promise<T>): Promise<T> {
    const missing = names.filter((name) => !this.#tables.has(name));
    const needed = definitions.filter(({ name }) => missing.includes(name));
    if (needed.length < missing.length) throw new EngineFailure({ kind: 'missing', tables: missing });
    const used: OpenTable[] = [];
    try {
      for (const name of names) used.push(this.#take(name) ?? (await this.#open(name, needed)));
      return await work();
    } finally {
      for (const table of used) table.users--;
      if (this.#isFull()) await this.#inOrder(() => this.#closeOldest());
    }
  }

  /** The keys of the files that tables read. */
  keysOf(names: readonly string[]): string[] {
    return names.flatMap((name) => this.#tables.get(name)?.fileKey ?? []);
  }

  /** The maximum number of rows of a row group of a Parquet file with records of tables; undefined where they are not wide. */
  groupRowsOf(names: readonly string[]): number | undefined {
    const sizes = this.keysOf(names).flatMap((key) => this.#files.get(key)?.groupRows ?? []);
    return sizes.length > 0 ? Math.min(...sizes) : undefined;
  }

  /** Closes the tables that read a file and are not in use, so that the file is opened again. Later calls find the others closed or in use. */
  async forgetFile(key: string): Promise<void> {
    await this.#inOrder(async () => {
      for (const table of [...this.#tables.values()])
        if (table.fileKey === key && table.users === 0) await this.#close(table);
    });
  }

  /** The table, in use from now on; undefined when it is not open. */
  #take(name: string): OpenTable | undefined {
    const table = this.#tables.get(name);
    if (!table) return undefined;
    this.#tables.delete(name);
    this.#tables.set(name, table);
    table.users++;
    return table;
  }

  #open(name: string, definitions: readonly TableDefinition[]): Promise<OpenTable> {
    return this.#inOrder(async () => {
      const opened = this.#take(name);
      if (opened) return opened;
      const definition = definitions.find((one) => one.name === name);
      // It has closed since the statement began.
      if (!definition) throw new EngineFailure({ kind: 'missing', tables: [name] });
      const table = await this.#create(definition);
      this.#tables.set(name, table);
      this.#tailBytes += table.tailBytes;
      return table;
    });
  }

  async #create({ name, file, tail, columns }: TableDefinition): Promise<OpenTable> {
    const open = file ? await this.#attach(file) : undefined;
    if (open) open.tables++;
    const table = { name, fileKey: file?.key, tailBytes: tail?.bytes ?? 0, users: 1 };
    try {
      if (tail) {
        await this.#connection.run(`create table ${tailName(name)} as ${selectLines(columns, tail)}`);
      }
      const source =
        open && file
          ? {
              ...{ database: databaseName(file.key), types: open.columns, rowCount: open.rowCount },
              isWide: open.rowCount > file.recordCount,
              isIndexed: isIndexed(file),
            }
          : undefined;
      for (const view of tableViews(name, columns, source, tail ? tailName(name) : undefined, idKey))
        await this.#connection.run(view);
      return table;
    } catch (error) {
      await this.#drop(table);
      throw error;
    }
  }

  /** Attaches a native file. Fails `damaged` when it cannot be read. */
  async #attach({ key, path, recordCount }: FileDefinition): Promise<OpenFile> {
    const found = this.#files.get(key);
    if (found) return found;
    const database = databaseName(key);
    try {
      await this.#connection.run(`attach ${sqlLiteral(path)} as ${database} (read_only)`);
    } catch (error) {
      throw new EngineFailure(failureOf(error, [key]));
    }
    if (isIndexed({ recordCount })) await this.#requireWords(key);
    const columns = new Map<string, string>();
    const prepared = await this.#connection.prepare(`from ${database}.r`);
    for (let column = 0; column < prepared.columnCount; column++)
      columns.set(prepared.columnName(column), prepared.columnType(column).toString());
    prepared.destroySync();
    const rowCount = await this.#readNumber(`select count(*) from ${database}.r`);
    const groupRows =
      rowCount > recordCount ? await this.#readGroupRows(database, { rowCount, recordCount }) : undefined;
    const file = { columns, rowCount, groupRows, tables: 0 };
    this.#files.set(key, file);
    return file;
  }

  /** Fails `damaged` for a file without an index of words, so that it is built again: a version before had none. */
  async #requireWords(key: string): Promise<void> {
    const database = databaseName(key);
    try {
      (await this.#connection.prepare(`from ${database}.words`)).destroySync();
    } catch {
      await this.#connection.run(`detach ${database}`);
      throw new EngineFailure({ kind: 'damaged', keys: [key], message: 'The file has no index of words.' });
    }
  }

  /** The records of the vector with the fewest, which the writer filled with bytes, but not so few that there are very many row groups. */
  async #readGroupRows(
    database: string,
    { rowCount, recordCount }: { readonly rowCount: number; readonly recordCount: number },
  ): Promise<number> {
    const fewest = await this.#readNumber(
      `select min(n)
      from (
        select count(_position) as n
        from ${database}.r
        where rowid < ${rowCount - (rowCount % vectorRows)}
        group by rowid // ${vectorRows})`,
    );
    return Math.max(fewest, Math.ceil(recordCount / maxRowGroups));
  }

  async #readNumber(statement: string): Promise<number> {
    const [row] = (await this.#connection.runAndReadAll(statement)).getRows();
    return Number(row?.[0] ?? 0);
  }

  #isFull(): boolean {
    return this.#tables.size > maxTables || this.#tailBytes > this.#maxTailBytes;
  }

  async #closeOldest(): Promise<void> {
    for (const table of [...this.#tables.values()]) {
      if (!this.#isFull()) return;
      const isUseful = this.#tables.size > maxTables || table.tailBytes > 0;
      if (isUseful && table.users === 0) await this.#close(table);
    }
  }

  async #close(table: OpenTable): Promise<void> {
    this.#tables.delete(table.name);
    this.#tailBytes -= table.tailBytes;
    this.#forget(table.name);
    await this.#drop(table);
  }

  async #drop({ name, fileKey }: OpenTable): Promise<void> {
    for (const view of viewsOf(name)) await this.#connection.run(`drop view if exists ${identifier(view)}`);
    await this.#connection.run(`drop table if exists ${tailName(name)}`);
    const file = fileKey === undefined ? undefined : this.#files.get(fileKey);
    if (fileKey === undefined || !file || --file.tables > 0) return;
    this.#files.delete(fileKey);
    await this.#connection.run(`detach ${databaseName(fileKey)}`);
  }

  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work, work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}

const databaseName = (key: string): string => identifier(`file_${key}`);
const tailName = (table: string): string => identifier(`${table}_tail`);
