import type { Failure } from '../protocol.ts';

/** An error that the client receives as it is. */
export class EngineFailure extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super('message' in failure ? failure.message : failure.kind);
    this.failure = failure;
  }
}

/** After these errors the engine refuses all further statements. */
const fatal = /^(FATAL|INTERNAL) Error/;
const diskFull = /No space left on device|Disk quota exceeded/i;
/** Some errors of the memory are within those of a commit. */
const outOfMemory = /^Out of Memory Error|failed to (pin|allocate)|could not allocate/;
/** In the names of the files to which the engine moves what does not fit into its memory. */
const temporaryFile = 'duckdb_temp_storage';
/** Errors of files: unreadable, truncated, of another version, with a wrong checksum. */
const unreadable = /^(IO|Serialization) Error|Corrupt database file|[Cc]hecksum/;

/** Whether the process must end, because the engine in it works no more. */
export const isFatal = (error: unknown): boolean => error instanceof Error && fatal.test(error.message);

/** Whether an error would not be one with more memory. */
export const needsMemory = (error: unknown): boolean => error instanceof Error && outOfMemory.test(error.message);

/** Describes an error of the engine, whose messages begin with its kind. `keys` are the native files that the statement read. */
export function failureOf(error: unknown, keys: readonly string[] = []): Failure {
  if (error instanceof EngineFailure) return error.failure;
  const message = error instanceof Error ? error.message : String(error);
  if (fatal.test(message)) return { kind: 'code', code: 'UNAVAILABLE', message };
  if (diskFull.test(message))
    return { kind: 'code', code: 'STORAGE_FULL', message, losesSpace: message.includes(temporaryFile) };
  if (outOfMemory.test(message)) return { kind: 'code', code: 'QUERY_TOO_LARGE', message };
  if (keys.length > 0 && unreadable.test(message)) return { kind: 'damaged', keys, message };
  return { kind: 'unexpected', message };
}
