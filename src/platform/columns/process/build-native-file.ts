import { rm } from 'node:fs/promises';
import type { Requests } from '../protocol.ts';
import { needsMemory } from './engine-failure.ts';
import { NewNativeFile, newFile, type WriterMemory } from './native-file.ts';
import type { DatabaseSettings } from './open-database.ts';
import { literal } from './sql-text.ts';
import { interruptible } from './statement-connections.ts';

type BuildRequest = Requests['buildFile']['request'];

/**
 * Makes a native file of the Parquet file of a generation. Records of many megabytes need more memory than their columns let expect; a failed commit
 * leaves nothing of use, so the file is then made anew. The client removes it when this fails.
 */
export async function buildNativeFile(
  settings: DatabaseSettings,
  request: BuildRequest,
  signal: AbortSignal,
): Promise<null> {
  try {
    await build(settings, request, signal, 'usual');
  } catch (error) {
    if (!needsMemory(error)) throw error;
    await rm(request.path, { force: true });
    await build(settings, request, signal, 'all');
  }
  return null;
}

async function build(
  settings: DatabaseSettings,
  { parquet, path, isSmall }: BuildRequest,
  signal: AbortSignal,
  memory: WriterMemory,
): Promise<void> {
  const file = await NewNativeFile.open(settings);
  const source = `from read_parquet(${literal(parquet)})`;
  try {
    await interruptible(file.connection, signal, async () => {
      const prepared = await file.connection.prepare(source);
      await file.create({ path, columnCount: prepared.columnCount, isSmall, memory });
      await file.connection.run(`create table ${newFile}.r as ${source}`);
      await file.createIds();
      await file.complete();
    });
  } finally {
    file.close();
  }
}
