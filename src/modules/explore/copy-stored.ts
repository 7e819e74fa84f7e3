import { copyColumns, type CopiedColumn, type ParquetFile } from '#engine/exports/parquet/copy-columns.ts';
import { CatalogError } from '#kernel/fail.ts';
import type { ParquetOptions } from '#platform/columns/column-engine.ts';
import type { Storage } from '#platform/storage/storage.ts';

/** Copies columns of the stored file of a generation. Undefined where it cannot be copied: the column engine may still have the records. */
export async function copyStored(
  storage: Pick<Storage, 'read' | 'size'>,
  key: string,
  columns: readonly CopiedColumn[],
  options: ParquetOptions,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  const file: ParquetFile = { size: () => storage.size(key), read: (range) => storage.read(key, range) };
  try {
    return await copyColumns(file, columns, options);
  } catch (error) {
    if (error instanceof CatalogError) return undefined;
    throw error;
  }
}
