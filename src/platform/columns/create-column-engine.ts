import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CatalogError } from '#kernel/fail.ts';
import { sql, type Sql } from '#kernel/sql.ts';
import type { Log } from '../log.ts';
import type { Storage } from '../storage/storage.ts';
import { whileGrowing, withinLimits } from './client/call-limits.ts';
import { DerivedFiles } from './client/derived-files.ts';
import { EngineProcess } from './client/engine-process.ts';
import { ColumnWriter } from './client/generation-writer.ts';
import { NativeFiles, WorkFolder } from './client/native-files.ts';
import { readStream } from './client/read-stream.ts';
import { RowFileReader } from './client/row-file-reader.ts';
import { sendStatement } from './client/statement-sender.ts';
import { TableDefinitions } from './client/table-definitions.ts';
import { textRow, type ColumnEngine, type RowFileSource, type TextRow } from './column-engine.ts';

/** The numbers of statements that run at a time: those that return all rows at once, and those that are read in batches or write files. */
const defaultConcurrency = { statements: 8, streams: 16 };

/** Queries notice an interruption between parts of 2,048 rows; a writer notices none while it flushes a file. */
const defaultHungMs = 15_000;
const writerHungMs = 300_000;

/** The memory in which a process of writers reads a table for its row file. What it has read stays there up to this size. */
const maxReadingBytes = 128 * 1024 * 1024;

/** What an engine may use. Sizes are in bytes. */
export interface ColumnEngineOptions {
  /** The folder of native files, which engines of several processes may share. */
  readonly cacheFolder: string;
  /** The size of the native files beyond which those that were not used for longest are removed. */
  readonly cacheBytes: number;
  /** Has the stored files of generations. */
  readonly storage: Pick<Storage, 'read'>;
  /** The memory of all queries together, and that of all writers. */
  readonly memoryLimit: number;
  readonly writerMemoryLimit?: number;
  /** The number of threads that one query can use. */
  readonly threads: number;
  /** The maximum size of what queries, and writers, write to disk when their memory does not suffice. */
  readonly tempBytes: number;
  readonly concurrency?: { readonly statements: number; readonly streams: number };
  /** How long an interrupted query may run before its process counts as hung and is started again, in milliseconds. */
  readonly hungMs?: number;
  /** The script of the processes: it calls `serveColumnEngine`. */
  readonly script: URL;
  readonly log: Log;
}

/**
 * Creates the column engine. Queries run in one process, writers in another one with a lower priority: a publication slows no query down, and an error
 * of one ends none of the other.
 */
export async function createColumnEngine(options: ColumnEngineOptions): Promise<ColumnEngine> {
  const {
    memoryLimit,
    writerMemoryLimit = memoryLimit,
    threads,
    tempBytes,
    storage,
    cacheBytes,
    script,
    log,
  } = options;
  // The engine compares the paths of files with that of the folder as texts.
  const cacheFolder = resolve(options.cacheFolder);
  const work = await WorkFolder.create(cacheFolder);
  const settings = {
    ...{ cacheFolder, workFolder: work.path, threads, tempBytes },
    ...(options.concurrency ?? defaultConcurrency),
  };
  const process = new EngineProcess({
    script,
    settings: { ...settings, memoryLimit, statementMemoryLimit: memoryLimit },
    log,
    hungMs: options.hungMs ?? defaultHungMs,
    isBackground: false,
  });
  const writers = new EngineProcess({
    script,
    // Lines are read by one thread anyway, and each thread more takes memory for all columns. Several writers have a thread each.
    settings: {
      ...settings,
      threads: 1,
      memoryLimit: writerMemoryLimit,
      // Its statements read tables once, from the first row to the last.
      statementMemoryLimit: Math.min(memoryLimit, maxReadingBytes),
    },
    log,
    hungMs: writerHungMs,
    isBackground: true,
  });
  const files = new NativeFiles({ folder: cacheFolder, maxBytes: cacheBytes, storage, work, builder: writers, log });
  const definitions = new TableDefinitions(files, work);
  const parts = { process, files, definitions };
  const derived = new DerivedFiles({ folder: cacheFolder, work, added: () => files.removeOldest(), log });
  const writing = { process: writers, files, definitions };
  const background = new AbortController();
  const writeRows = ({ table, texts, from, rowCount }: RowFileSource, path: string): Promise<boolean> => {
    // The table returns its rows in the order of their positions, so that nothing is sorted.
    const statement = { tables: [table], statement: sql`select ${textRow(texts)} from ${from}` };
    return sendStatement(writing, statement, background.signal, (request) =>
      writers.request('writeRows', { statement: request, path, rowCount }, background.signal),
    );
  };
  const writeOrder = async ({ table, from, rowCount }: RowFileSource, orderBy: Sql, path: string): Promise<boolean> => {
    const statement = sql`select t._position::uinteger from ${from} order by ${orderBy}, t._position`;
    await sendStatement(writing, { tables: [table], statement }, background.signal, (request) =>
      writers.request('writeOrder', { statement: request, path, rowCount }, background.signal),
    );
    return true;
  };
  const rowFiles = new RowFileReader({ files: derived, log, writeRows, writeOrder });
  // A start does not wait for the sizes of all files: those of ten thousand take more than a second.
  const removed = files.removeOldest().catch((error: unknown) => {
    log.warn({ err: error }, 'The files of records that were not used for longest were not removed.');
  });
  let streamCount = 0;
  let generationCount = 0;
  return {
    rows: (statement, { maxBytes, ...limits }) =>
      withinLimits(limits, async (signal) => {
        const answer = await sendStatement(parts, statement, signal, (request) =>
          process.request('rows', { statement: request, maxBytes }, signal),
        );
        // The process answers with an array of arrays of texts and nulls.
        return JSON.parse(answer) as readonly TextRow[];
      }),
    stream: (statement, limits) =>
      readStream({
        process,
        limits,
        newStream: () => ++streamCount,
        send: (signal, request) => sendStatement(parts, statement, signal, request),
      }),
    async writeParquet(statement, { compression, metadata, ...limits }) {
      const path = work.newPath('parquet');
      try {
        await whileGrowing(path, limits, (signal) =>
          sendStatement(parts, statement, signal, (request) =>
            process.request('writeParquet', { statement: request, path, compression, metadata }, signal),
          ),
        );
        return path;
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
    },
    createWriter: (columns) =>
      Promise.resolve(new ColumnWriter({ process: writers, files, work, generation: ++generationCount }, columns)),
    rowFile: (source) => rowFiles.find(source),
    hasFile: (key) => files.has(key),
    async fetchFile(key) {
      await files.find(key);
    },
    async close() {
      background.abort(new CatalogError('UNAVAILABLE'));
      await Promise.all([process.close(), writers.close(), removed]);
      await derived.close();
      rowFiles.close();
      await work.remove();
    },
  };
}
