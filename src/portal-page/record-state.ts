/** A value of a facet that the records must have. */
export interface Refinement {
  readonly field: string;
  readonly value: string;
}

/** A key of the order of records. */
export interface OrderKey {
  readonly field: string;
  readonly direction: 'ASC' | 'DESC';
}

/** Which records of a dataset a view shows, in which order and with which columns. */
export interface RecordState {
  /** A condition in ODSQL. */
  readonly where?: string;
  readonly refine: readonly Refinement[];
  /** Words that the texts of a record contain. */
  readonly search?: string;
  readonly orderBy?: readonly OrderKey[];
  /** The names of the fields that are shown. Default: all. */
  readonly select?: readonly string[];
}
