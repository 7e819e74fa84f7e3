/** The progress of a run. */
export interface Counters {
  recordsRead: number;
  recordsWritten: number;
  /** Errors of records, not of the run. */
  recordErrors: number;
  /** How many values were lost because they do not fit the type of their field, by field. */
  readonly lostValues: Map<string, number>;
  /** Bytes read from the sources, before they are unpacked. */
  bytes: number;
  /** The fraction of the sources that is read, from 0 to 1; null where it is unknown. */
  fractionRead: number | null;
}

/** The progress of reading several sources, one after another. */
export interface ReadProgress {
  /** The number of sources. */
  readonly sources: number;
  /** The number of sources that are read completely. */
  readonly finished: number;
  /** The bytes read of the current source. */
  readonly read: number;
  /** The size of the current source in bytes; null when unknown. */
  readonly size: number | null;
}

/**
 * The fraction of the sources that is read, from 0 to 1; null where the size of the current one is unknown. Each source counts as an
 * equal part, because the size of a source is known only once it is open.
 */
export function computeFractionRead({ sources, finished, read, size }: ReadProgress): number | null {
  if (size === null) return null;
  // A source may hold more than its declared size.
  const current = size > 0 ? Math.min(1, read / size) : 1;
  return (finished + current) / sources;
}
