/** How far a run is. */
export interface Counters {
  recordsRead: number;
  recordsWritten: number;
  /** Errors of records, not of the run. */
  recordErrors: number;
  /** How many values were lost because they do not fit the type of their field, by field. */
  readonly lostValues: Map<string, number>;
  /** Read from the sources, as they give them. */
  bytes: number;
  /** How much of the sources is read, from 0 to 1; null where that cannot be known. */
  share: number | null;
}
