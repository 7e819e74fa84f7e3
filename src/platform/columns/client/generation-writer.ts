import { open, rm, type FileHandle } from 'node:fs/promises';
import { CatalogError } from '#kernel/fail.ts';
import { systemErrorCode } from '#platform/system-errors.ts';
import type { Column, GenerationWriter, LineBatch, WrittenGeneration } from '../column-engine.ts';
import { maxSmallLineBytes, vectorRows, wideLineBytes, type FileLayout } from '../protocol.ts';
import { RequestFailure, type EngineProcess } from './engine-process.ts';
import { type NativeFiles, smallFileBytes, type WorkFolder } from './native-files.ts';

/** The size of the lines that the engine takes at a time, in bytes: of wide records those of one vector, which a query computes at a time. */
const portionBytes = { usual: 32 * 1024 * 1024, wide: 8 * 1024 * 1024 };
/** The number of portions that the engine reads or that wait for it on the disk: it reads none while it indexes the words of several. */
const maxHandedPortions = 3;
const repeatedBatch = 10_000;
/** About the size of a row group of a Parquet file before compression: writers and readers hold a whole one in memory. */
const rowGroupBytes = 16 * 1024 * 1024;
const rowGroupRows = { min: vectorRows, max: 122_880 };
/** What each value takes in memory in addition to its text. */
const valueBytes = 16;

interface WriterParts {
  readonly process: EngineProcess;
  readonly files: NativeFiles;
  readonly work: WorkFolder;
  /** The number of the generation in the process. */
  readonly generation: number;
}

/** Lines that wait for the engine, in a file. */
interface Portion {
  readonly path: string;
  readonly handle: FileHandle;
  bytes: number;
  lineCount: number;
  maxLineBytes: number;
}

/**
 * Writes a generation: lines go to a file, and the engine reads it when it is large. The next lines go to another file meanwhile, so that source and engine
 * work at the same time, and the memory of neither grows.
 */
export class ColumnWriter implements GenerationWriter {
  readonly #parts: WriterParts;
  readonly #release: () => void;
  readonly #ending = new AbortController();
  readonly #nativePath: string;
  readonly #parquetPath: string;
  #columns: readonly Column[];
  #portion: Portion | undefined;
  /** The insertion of the portions that were handed over, one after another, and those of the last ones. */
  #inserting: Promise<void> = Promise.resolve();
  readonly #handed: Promise<void>[] = [];
  #isCreated = false;
  /** Whether the records are so large that the file has the layout for such ones. */
  #isWide = false;
  /** Whether the file began with the records of another, and so has large blocks, however few records it has. */
  #isContinued = false;
  #recordCount = 0;
  #bytes = 0;

  constructor(parts: WriterParts, columns: readonly Column[]) {
    this.#parts = parts;
    this.#columns = columns;
    this.#nativePath = parts.work.newPath('duckdb');
    this.#parquetPath = parts.work.newPath('parquet');
    this.#release = parts.process.hold();
  }

  async addColumns(columns: readonly Column[]): Promise<void> {
    await this.#insertPortion();
    await this.#inserting;
    const { process, generation } = this.#parts;
    if (this.#isCreated)
      await this.#request(() => process.request('addColumns', { generation, columns }, this.#ending.signal));
    this.#columns = [...this.#columns, ...columns];
  }

  async loadFile(key: string): Promise<void> {
    const { files } = this.#parts;
    try {
      await this.#continueFile(key);
    } catch (error) {
      if (!(error instanceof RequestFailure) || error.failure.kind !== 'damaged') throw error;
      await files.discard(key);
      await this.#parts.process.request('closeGeneration', { generation: this.#parts.generation });
      await rm(this.#nativePath, { force: true });
      await this.#continueFile(key);
    }
  }

  async #continueFile(key: string): Promise<void> {
    const { process, files, generation } = this.#parts;
    const earlier = { key, path: await files.find(key) };
    const body = { generation, path: this.#nativePath, columns: this.#columns, earlier };
    this.#isCreated = true;
    const found = await this.#request(() => process.request('continueFile', body, this.#ending.signal));
    this.#isWide = found.isWide;
    this.#recordCount = found.recordCount;
    this.#bytes = found.bytes;
    this.#isContinued = true;
  }

  async load(batches: readonly LineBatch[]): Promise<void> {
    const taken: Buffer[] = [];
    for (const [index, batch] of batches.entries()) {
      const portion = (this.#portion ??= await this.#openPortion());
      this.#add(portion, batch);
      taken.push(batch.bytes);
      const isFull = portion.bytes >= (this.#isWide ? portionBytes.wide : portionBytes.usual);
      if (!isFull && index < batches.length - 1) continue;
      await this.#request(() => portion.handle.writev(taken.splice(0)));
      if (isFull) await this.#insertPortion();
    }
  }

  #add(portion: Portion, { bytes, lineCount, maxLineBytes }: LineBatch): void {
    portion.bytes += bytes.length;
    portion.lineCount += lineCount;
    portion.maxLineBytes = Math.max(portion.maxLineBytes, maxLineBytes);
    const isFullOfFew = portion.bytes >= portionBytes.usual && portion.lineCount < vectorRows;
    this.#isWide ||= isFullOfFew || maxLineBytes > wideLineBytes;
  }

  async finish({ identify, signal, form }: Parameters<GenerationWriter['finish']>[0]): Promise<WrittenGeneration> {
    const { process, files, generation } = this.#parts;
    const limit = AbortSignal.any([signal, this.#ending.signal]);
    return this.#request(async () => {
      await this.#insertPortion(true);
      await this.#inserting;
      if (!this.#isCreated) await this.#create('small');
      const repeatedCount = await process.request('findRepeated', { generation }, limit);
      for (let from = 0; from < repeatedCount; from += repeatedBatch) {
        const repeated = await process.request('readRepeated', { generation, from, count: repeatedBatch }, limit);
        await process.request('setIdentifiers', { generation, from, ids: identify(repeated) }, limit);
      }
      const rowBytes = this.#bytes / Math.max(this.#recordCount, 1) + valueBytes * this.#columns.length;
      const rowGroupSize = Math.round(Math.min(Math.max(rowGroupBytes / rowBytes, rowGroupRows.min), rowGroupRows.max));
      await process.request(
        'finishGeneration',
        {
          ...{ generation, recordCount: this.#recordCount, hasRepeated: repeatedCount > 0 },
          ...{ parquet: this.#parquetPath, rowGroupSize, form: form ?? null },
        },
        limit,
      );
      return {
        path: this.#parquetPath,
        recordCount: this.#recordCount,
        adopt: async (key) => {
          if (!this.#isContinued || this.#bytes >= smallFileBytes) await files.adopt(key, this.#nativePath);
        },
      };
    });
  }

  async close(): Promise<void> {
    const { process, generation } = this.#parts;
    this.#ending.abort(new CatalogError('UNAVAILABLE'));
    try {
      await this.#inserting.catch(() => undefined);
      await this.#portion?.handle.close();
      if (this.#isCreated) await process.request('closeGeneration', { generation }).catch(() => undefined);
    } finally {
      this.#release();
      const paths = [this.#nativePath, this.#parquetPath, ...(this.#portion ? [this.#portion.path] : [])];
      await Promise.all(paths.map((path) => rm(path, { force: true })));
    }
  }

  async #openPortion(): Promise<Portion> {
    const path = this.#parts.work.newPath('csv');
    return { path, handle: await open(path, 'wx', 0o600), bytes: 0, lineCount: 0, maxLineBytes: 0 };
  }

  /** Hands the portion over to the engine. Waits while several are there. */
  async #insertPortion(isLast = false): Promise<void> {
    const portion = this.#portion;
    if (!portion) return;
    this.#portion = undefined;
    this.#inserting = this.#insert(portion, isLast, this.#inserting);
    // The next call that waits for it reports a failure.
    this.#inserting.catch(() => undefined);
    if (this.#handed.push(this.#inserting) >= maxHandedPortions) await this.#handed.shift();
  }

  async #insert({ path, handle, bytes, maxLineBytes }: Portion, isLast: boolean, before: Promise<void>): Promise<void> {
    const { process, generation } = this.#parts;
    const isWide = this.#isWide;
    const isSmall = isLast && bytes < smallFileBytes && maxLineBytes < maxSmallLineBytes;
    try {
      await handle.close();
      await before;
      await this.#request(async () => {
        if (!this.#isCreated) await this.#create(isWide ? 'wide' : isSmall ? 'small' : 'large');
        this.#recordCount += await process.request(
          'insertLines',
          { generation, columns: this.#columns, lines: { path, maxLineBytes }, isWide },
          this.#ending.signal,
        );
        this.#bytes += bytes;
      });
    } finally {
      await rm(path, { force: true });
    }
  }

  async #create(layout: FileLayout): Promise<void> {
    const { process, generation } = this.#parts;
    const body = { generation, path: this.#nativePath, columns: this.#columns, layout };
    await process.request('createGeneration', body, this.#ending.signal);
    this.#isCreated = true;
  }

  /** Translates the failures of files. */
  async #request<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (systemErrorCode(error) === 'ENOSPC' || systemErrorCode(error) === 'EDQUOT')
        throw new CatalogError('STORAGE_FULL', { disk: 'the column engine' });
      throw error;
    }
  }
}
