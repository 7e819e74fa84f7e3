import { CatalogError } from '#kernel/fail.ts';
import { untilAborted } from '#kernel/concurrency.ts';
import type { ColumnStatement } from '../column-engine.ts';
import type { StatementRequest } from '../protocol.ts';
import { RequestFailure, type EngineProcess } from './engine-process.ts';
import type { NativeFiles } from './native-files.ts';
import type { TableDefinitions } from './table-definitions.ts';

/** How often a statement is sent. Other statements may close its tables in between. */
const maxAttempts = 5;

/** The parts of an engine that send statements. */
interface SenderParts {
  readonly process: EngineProcess;
  readonly files: NativeFiles;
  readonly definitions: TableDefinitions;
}

/**
 * Sends a statement without definitions, because the process has most tables open; sends it again with definitions if it has not, and with new files if
 * they are damaged. `request` may be called several times.
 */
export async function sendStatement<T>(
  { process, files, definitions }: SenderParts,
  { statement, tables }: ColumnStatement,
  signal: AbortSignal,
  request: (statement: StatementRequest) => Promise<T>,
): Promise<T> {
  const { text, values } = statement.render();
  const names = tables.map(({ name }) => name);
  for (const { file } of tables) if (file) files.touch(file.key);
  let isDefined = false;
  let isMended = false;
  for (let attempt = 1; ; attempt++) {
    try {
      if (!isDefined) return await request({ text, values, tables: names, definitions: [] });
      return await untilAborted(signal, () =>
        definitions.use(tables, (defined) => request({ text, values, tables: names, definitions: defined })),
      );
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error;
      const { failure } = error;
      if (failure.kind === 'missing' && attempt < maxAttempts) isDefined = true;
      else if (failure.kind === 'damaged' && !isMended) {
        isDefined = isMended = true;
        for (const key of failure.keys) {
          await files.discard(key);
          await process.request('forgetFile', { key });
        }
      } else throw failure.kind === 'unexpected' ? error : new CatalogError('UNAVAILABLE');
    }
  }
}
