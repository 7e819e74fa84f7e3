import type { DuckDBConnection, DuckDBInstance, DuckDBMaterializedResult } from '@duckdb/node-api';
import { rename, rm } from 'node:fs/promises';
import type { ColumnFunctions } from '../column-functions.ts';
import { vectorRows, type FileLayout } from '../protocol.ts';
import { minIndexedRecords } from '../column-engine.ts';
import { needsMemory } from './engine-failure.ts';
import { openColumnDatabase, type DatabaseSettings } from './open-database.ts';
import { registerFunctions } from './register-functions.ts';
import { sqlLiteral } from './sql-text.ts';
import { segmentRows, wordsStatements } from './words-index.ts';

/**
 * The maximum number of rows of a row group. A query reads whole row groups of the columns that it needs, so pages want few rows: sorted ones take a quarter
 * less with 30,720. But texts with some thousand values then have no dictionary, and to group by them takes two thirds more. The number is a multiple of 2,048.
 */
const maxGroupRows = 61_440;
/** The number of values of a row group, which a writer holds in memory. */
const maxGroupValues = 4 * 1024 * 1024;

/**
 * The sizes of blocks: a file has several for each column, and a writer holds some for each. A file with 100 records of 20 fields has 190 kB with small
 * ones, and 800 kB with others.
 */
const blockSizes = { small: 16_384, large: 262_144 };
const manyColumns = 100;

/** What a writer needs in memory, in bytes: in any case, and for each column with small or large blocks. It takes about 100 MB more that the engine does not count. */
const writerBytes = { base: 32 * 1024 * 1024, small: 400 * 1024, large: 1024 * 1024 };
/** What an index of words needs in addition. */
const indexBytes = 16 * 1024 * 1024;
/** How often the lines that are read at a time are in memory, as text and as values. */
const copiesOfLines = 4;

/** How much of it a writer may use: what its file usually needs, or all that there is for writers. */
export type WriterMemory = 'usual' | 'all';

/** The name under which a native file is attached while it is written. */
export const newFile = 'written';

/** The key of a record in the table of identifiers: the first 8 bytes of `_id`. */
export const idKey = `('0x' || hex(_id[1:8]))::ubigint`;

/**
 * A native file that is written, in an engine of its own: the memory of that engine follows from the file, and is returned when the engine closes. Small
 * files may be written in it one after another. No statement of a caller runs there, so its settings are not locked.
 */
export class NewNativeFile {
  readonly connection: DuckDBConnection;
  readonly #database: DuckDBInstance;
  readonly #maxMemory: number;
  #usualBytes = 0;
  /** The memory that the engine may use now. */
  #limit: number;
  #path = '';
  #isWide = false;
  /** Where the file is until it is complete, if it has been widened. */
  #widePath: string | undefined;
  /** The rows of a wide file, empty ones included. */
  #rowCount = 0;
  /** The number of the records that were inserted, and of those that the index of words has. */
  #recordCount = 0;
  #indexedCount = 0;

  private constructor(database: DuckDBInstance, connection: DuckDBConnection, maxMemory: number) {
    this.#database = database;
    this.connection = connection;
    this.#maxMemory = maxMemory;
    this.#limit = maxMemory;
  }

  /** Opens an engine for a file. */
  static async open(settings: DatabaseSettings): Promise<NewNativeFile> {
    const database = await openColumnDatabase(settings);
    return new NewNativeFile(database, await database.connect(), settings.memoryLimit);
  }

  /** Adds functions. Few files need them, and to create them takes as long as to write a small file. */
  async addFunctions(functions: ColumnFunctions): Promise<void> {
    await registerFunctions(this.connection, functions);
  }

  get isWide(): boolean {
    return this.#isWide;
  }

  /** Creates the file. It has no log: one that was not completed is removed. */
  async create({
    path,
    columnCount,
    layout,
    memory = 'usual',
  }: {
    readonly path: string;
    readonly columnCount: number;
    readonly layout: FileLayout;
    readonly memory?: WriterMemory;
  }): Promise<void> {
    this.#path = path;
    if (layout === 'wide') {
      await this.allowMemory();
      await this.#attachWide(path);
      return;
    }
    const size = layout === 'small' || columnCount > manyColumns ? 'small' : 'large';
    const groupRows = Math.floor(maxGroupValues / Math.max(columnCount, 1) / vectorRows) * vectorRows;
    if (memory === 'usual') {
      this.#usualBytes = writerBytes.base + writerBytes[size] * columnCount;
      await this.#limitMemory(this.#usualBytes);
    }
    await this.#attach(path, [
      `row_group_size ${Math.min(Math.max(groupRows, vectorRows), maxGroupRows)}`,
      `block_size ${blockSizes[size]}`,
    ]);
  }

  /** Moves the rows of a transaction to a wide file, and begins another one there. */
  async widen(): Promise<void> {
    this.#widePath = `${this.#path}.wide`;
    [this.#recordCount, this.#indexedCount] = [0, 0];
    await this.connection.run('commit');
    await this.allowMemory();
    await this.connection.run(`detach ${newFile}`);
    await this.connection.run(`attach ${sqlLiteral(this.#path)} as narrow (read_only)`);
    await this.#attachWide(this.#widePath);
    await this.connection.run(`create table ${newFile}.r as from narrow.r limit 0`);
    await this.connection.run('begin');
    await this.insert('from narrow.r');
  }

  /** Adds rows to the table `r`. In a wide file the engine computes no other rows together with them. */
  async insert(rows: string): Promise<number> {
    const gap = this.#isWide ? -this.#rowCount & (vectorRows - 1) : 0;
    if (gap > 0) await this.connection.run(`insert into ${newFile}.r (_position) select null from range(${gap})`);
    const { rowsChanged } = await this.connection.run(`insert into ${newFile}.r ${rows}`);
    this.#rowCount += gap + rowsChanged;
    this.#recordCount += rowsChanged;
    return rowsChanged;
  }

  /**
   * Adds the records of a transaction to the index of words, once they fill a segment, so that little is left to do in the end. It commits them,
   * because what needs more memory outside of a transaction can be run again.
   */
  async indexSegments(): Promise<void> {
    const complete = Math.floor(this.#recordCount / segmentRows) * segmentRows;
    if (this.#isWide || complete === this.#indexedCount) return;
    const limit = this.#limit;
    await this.connection.run('commit');
    await this.#addWords(complete);
    await this.#limitMemory(limit);
    await this.connection.run('begin');
  }

  /** Runs a statement outside of a transaction. One that needs more memory than such files usually do is run again with more. */
  async run(statement: string): Promise<DuckDBMaterializedResult> {
    try {
      return await this.connection.run(statement);
    } catch (error) {
      if (!needsMemory(error)) throw error;
      await this.allowMemory();
      return await this.connection.run(statement);
    }
  }

  /** Gives the engine the memory for lines of a length. */
  async allowLines(maxLineBytes: number): Promise<void> {
    const bytes = this.#usualBytes + copiesOfLines * vectorRows * maxLineBytes;
    if (bytes > this.#limit) await this.#limitMemory(bytes);
  }

  /** Gives the engine all memory that a writer may use. */
  async allowMemory(): Promise<void> {
    await this.#limitMemory(this.#maxMemory);
  }

  /** Creates the table of identifiers from the records in the table `r`. */
  async createIds(): Promise<void> {
    await this.run(
      `create table ${newFile}.ids as
      select ${idKey} as key, _position as position
      from ${newFile}.r
      where _position is not null
      order by key`,
    );
  }

  /** Completes the index of words (words-index.ts) in a file with enough records. */
  async createWords(recordCount: number): Promise<void> {
    if (recordCount >= minIndexedRecords) await this.#addWords(recordCount);
  }

  /** Adds the words of the records up to a position to the index. */
  async #addWords(to: number): Promise<void> {
    await this.#limitMemory(this.#limit + indexBytes);
    for (const statement of await wordsStatements(this.connection, newFile, { from: this.#indexedCount, to }))
      await this.run(statement);
    this.#indexedCount = to;
  }

  /** Completes the file. */
  async complete(): Promise<void> {
    await this.run(`checkpoint ${newFile}`);
    await this.connection.run(`detach ${newFile}`);
    if (this.#widePath === undefined) return;
    await this.connection.run('detach narrow');
    await rename(this.#widePath, this.#path);
  }

  async close(): Promise<void> {
    this.connection.closeSync();
    this.#database.closeSync();
    if (this.#widePath !== undefined) await rm(this.#widePath, { force: true });
  }

  /**
   * A wide file has one vector in each row group, so that a writer holds no more than one. Its texts are compressed by the method that reads each only once:
   * with the usual ones, the engine reads a text that is longer than a block again for each null that follows.
   */
  async #attachWide(path: string): Promise<void> {
    this.#isWide = true;
    await this.connection.run(`set force_compression = 'zstd'`);
    await this.#attach(path, [
      `row_group_size ${vectorRows}`,
      `block_size ${blockSizes.large}`,
      `storage_version 'latest'`,
    ]);
  }

  async #attach(path: string, options: readonly string[]): Promise<void> {
    await this.connection.run(
      `attach ${sqlLiteral(path)} as ${newFile} (${options.join(', ')}, recovery_mode no_wal_writes)`,
    );
  }

  async #limitMemory(bytes: number): Promise<void> {
    this.#limit = Math.min(bytes, this.#maxMemory);
    await this.connection.run(`set memory_limit = '${this.#limit}B'`);
  }
}
