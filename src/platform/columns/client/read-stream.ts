import type { ColumnLimits } from '../column-engine.ts';
import type { StatementRequest } from '../protocol.ts';
import { withinLimits } from './call-limits.ts';
import type { EngineProcess } from './engine-process.ts';

interface StreamParts {
  readonly process: EngineProcess;
  readonly limits: Omit<ColumnLimits, 'maxBytes'> & { readonly end: string };
  /** Returns a number that no other stream of the process has. */
  readonly newStream: () => number;
  /** Sends the statement, several times if it must. */
  readonly send: <T>(signal: AbortSignal, request: (statement: StatementRequest) => Promise<T>) => Promise<T>;
}

/** A stream of the process that has begun: its first rows are read, so that a damaged file is found before a row is returned. */
interface StartedStream {
  readonly stream: number;
  readonly first: string | null;
}

/**
 * Reads the texts of a statement in batches. While the caller handles one, the engine prepares the next one, and no other. The end of the iteration ends
 * the statement.
 */
export async function* readStream(parts: StreamParts): AsyncGenerator<string, void, undefined> {
  const { process, limits } = parts;
  const release = process.hold();
  let stream: number | undefined;
  try {
    const started = await withinLimits(limits, (signal) =>
      parts.send(signal, (statement) => startStream(parts, statement, signal)),
    );
    ({ stream } = started);
    const readNext = () =>
      withinLimits(limits, (signal) => process.request('readStream', { stream: started.stream }, signal));
    for (let batch = started.first; batch !== null;) {
      const next = readNext();
      // The failure is thrown when the caller asks for the rows.
      next.catch(() => undefined);
      yield batch;
      batch = await next;
    }
  } finally {
    if (stream !== undefined) closeStream(process, stream);
    release();
  }
}

async function startStream(
  { process, limits, newStream }: StreamParts,
  statement: StatementRequest,
  signal: AbortSignal,
): Promise<StartedStream> {
  const stream = newStream();
  try {
    await process.request('openStream', { stream, statement, end: limits.end }, signal);
    return { stream, first: await process.request('readStream', { stream }, signal) };
  } catch (error) {
    closeStream(process, stream);
    throw error;
  }
}

/** Closes a stream. A process that has ended has closed it. */
function closeStream(process: EngineProcess, stream: number): void {
  process.request('closeStream', { stream }).catch(() => undefined);
}
