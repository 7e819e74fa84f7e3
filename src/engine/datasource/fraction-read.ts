/** How far the reading of several sources, one after another, is. */
export interface Reading {
  /** How many there are. */
  readonly sources: number;
  /** How many are read. */
  readonly finished: number;
  /** Bytes of the present one. */
  readonly read: number;
  /** In bytes; null when nobody knows. */
  readonly size: number | null;
}

/**
 * How much of the sources is read, from 0 to 1; null where the present one does not tell its size. Each is an equal part,
 * because a size is known only once its source is open.
 */
export const fractionRead = ({ sources, finished, read, size }: Reading): number | null =>
  // a source may hold more than it said
  size === null ? null : (finished + (size > 0 ? Math.min(1, read / size) : 1)) / sources;
