import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Sql } from '#kernel/sql.ts';
import type { Log } from '#platform/log.ts';
import { DerivedFileDamaged, type RowFile, type RowFileSource, type RowOrder, type TextRow } from '../column-engine.ts';
import { orderFileExtension, rowFileExtension } from '../row-file-format.ts';
import type { DerivedFiles } from './derived-files.ts';
import { OpenFiles } from './open-files.ts';
import { OpenOrderFile, OpenRowFile } from './open-row-file.ts';

/** The orders of a table that have files. Another one replaces the one that was not used for longest, which must be so long ago. */
const maxOrders = 16;
const idleMs = 600_000;
/** The number of tables whose orders are counted. */
const maxTables = 1_000;

/** The size of the rows in memory that searches have read, in characters. */
const maxKeptLength = 4 * 1024 * 1024;

interface ReaderParts {
  readonly files: DerivedFiles;
  readonly log: Log;
  /** Each resolves with whether it wrote the file. */
  readonly writeRows: (source: RowFileSource, path: string) => Promise<boolean>;
  readonly writeOrder: (source: RowFileSource, orderBy: Sql, path: string) => Promise<boolean>;
}

/** Reads row files and order files. */
export class RowFileReader {
  readonly #parts: ReaderParts;
  readonly #rowFiles = new OpenFiles((path) => OpenRowFile.open(path));
  readonly #orderFiles = new OpenFiles((path) => OpenOrderFile.open(path));
  /** When each order of a table was used, in the order of their last use. */
  readonly #orders = new Map<string, Map<string, number>>();
  readonly #kept = new LRUCache<string, TextRow>({
    maxSize: maxKeptLength,
    sizeCalculation: (row) => row.reduce((length, text) => length + (text?.length ?? 0), 1),
  });

  constructor(parts: ReaderParts) {
    this.#parts = parts;
  }

  /** The row file of a table. Undefined where it is not ready. */
  find(source: RowFileSource): RowFile | undefined {
    const name = `${source.name}${rowFileExtension}`;
    const path = this.#parts.files.find(name, (newPath) => this.#parts.writeRows(source, newPath));
    if (path === undefined) return undefined;
    const read = <T>(work: (file: OpenRowFile) => T) => this.#read(this.#rowFiles, name, path, work);
    async function* rows(positions: readonly number[]): AsyncGenerator<readonly TextRow[], void, undefined> {
      for (let done = 0; done < positions.length;) {
        if (done > 0) await nextTurn();
        const batch = await read((file) => file.firstRows(done === 0 ? positions : positions.slice(done)));
        done += batch.length;
        yield batch;
      }
    }
    return {
      rows,
      positionsOf: (id) => read((file) => file.positionsOf(id)),
      order: (orderBy) => this.#findOrder(source, orderBy, (position) => read((file) => file.firstRows([position]))),
    };
  }

  close(): void {
    this.#rowFiles.close();
    this.#orderFiles.close();
  }

  #findOrder(
    source: RowFileSource,
    orderBy: Sql,
    readRow: (position: number) => Promise<readonly TextRow[]>,
  ): RowOrder | undefined {
    const order = hash('sha256', orderBy.render().text, 'hex').slice(0, 16);
    const name = `${source.name}_${order}${orderFileExtension}`;
    if (!this.#takesOrder(source.name, name)) return undefined;
    const path = this.#parts.files.find(name, (newPath) => this.#parts.writeOrder(source, orderBy, newPath));
    if (path === undefined) return undefined;
    const positions = (from: number, count: number) =>
      this.#read(this.#orderFiles, name, path, (file) => file.positions(from, count));
    return {
      positions,
      row: async (number) => {
        const key = `${name} ${String(number)}`;
        const kept = this.#kept.get(key);
        if (kept) return kept;
        const [position = -1] = await positions(number, 1);
        const [row = []] = await readRow(position);
        this.#kept.set(key, row);
        return row;
      },
    };
  }

  /** Whether a table may have an order. The one that it replaces is removed. */
  #takesOrder(table: string, order: string): boolean {
    const used = this.#orders.get(table) ?? new Map<string, number>();
    this.#orders.delete(table);
    this.#orders.set(table, used);
    const [oldestTable] = this.#orders.size > maxTables ? this.#orders.keys() : [];
    if (oldestTable !== undefined) this.#orders.delete(oldestTable);
    const [oldest] = used.has(order) || used.size < maxOrders ? [] : used;
    if (oldest) {
      const [name, usedAt] = oldest;
      if (Date.now() - usedAt < idleMs) return false;
      used.delete(name);
      void this.#parts.files.remove(name);
    }
    used.delete(order);
    used.set(order, Date.now());
    return true;
  }

  /** Reads a file, and removes one that is damaged. */
  async #read<File extends { readonly memoryBytes: number; close(): Promise<void> }, T>(
    files: OpenFiles<File>,
    name: string,
    path: string,
    work: (file: File) => T,
  ): Promise<T> {
    try {
      return await files.read(path, work);
    } catch (error) {
      if (error instanceof DerivedFileDamaged) {
        this.#parts.log.warn(
          { file: name, reason: error.message },
          'A file made of records is damaged. It is made again.',
        );
        await this.#parts.files.remove(name);
      }
      throw error;
    }
  }
}
