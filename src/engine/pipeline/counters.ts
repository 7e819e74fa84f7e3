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
  share: number | null;
}
