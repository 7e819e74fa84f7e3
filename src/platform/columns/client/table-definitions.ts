import { rm, writeFile } from 'node:fs/promises';
import type { GenerationTable } from '../column-engine.ts';
import type { TableDefinition } from '../protocol.ts';
import type { NativeFiles, WorkFolder } from './native-files.ts';

/** A definition that statements share while they send it, and their number. */
interface SharedDefinition {
  readonly definition: Promise<TableDefinition>;
  users: number;
}

/** Finds the native files of tables, and reads their tails into files. */
export class TableDefinitions {
  readonly #files: NativeFiles;
  readonly #work: WorkFolder;
  readonly #shared = new Map<string, SharedDefinition>();

  constructor(files: NativeFiles, work: WorkFolder) {
    this.#files = files;
    this.#work = work;
  }

  /** Runs work with the definitions of tables. */
  async use<T>(
    tables: readonly GenerationTable[],
    work: (definitions: readonly TableDefinition[]) => Promise<T>,
  ): Promise<T> {
    try {
      return await work(await Promise.all(tables.map((table) => this.#take(table))));
    } finally {
      await Promise.all(tables.map(({ name }) => this.#release(name)));
    }
  }

  #take(table: GenerationTable): Promise<TableDefinition> {
    const shared = this.#shared.get(table.name) ?? { definition: this.#define(table), users: 0 };
    shared.users++;
    this.#shared.set(table.name, shared);
    return shared.definition;
  }

  async #release(name: string): Promise<void> {
    const shared = this.#shared.get(name);
    if (!shared || --shared.users > 0) return;
    this.#shared.delete(name);
    const defined = await shared.definition.catch(() => undefined);
    if (defined?.tail) await rm(defined.tail.path, { force: true });
  }

  async #define({ name, columns, file, readTail }: GenerationTable): Promise<TableDefinition> {
    const path = file && (await this.#files.find(file.key));
    const lines = await readTail?.();
    if (lines === undefined) return { name, columns, file: file && { ...file, path: path ?? '' }, tail: null };
    const tailPath = this.#work.newPath('csv');
    await writeFile(tailPath, lines, { flag: 'wx', mode: 0o600 });
    const tail = { path: tailPath, bytes: lines.length, maxLineBytes: lines.length };
    return { name, columns, file: file && { ...file, path: path ?? '' }, tail };
  }
}
