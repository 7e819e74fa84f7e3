import type { Annotation, FieldType } from '../../engine/field.ts';

/** Something wrong with one record, as the status tells it. */
export type RecordsError = {
  /** The record's position among those written, from 0. */
  readonly recordId: string;
  readonly fieldUid: string | null;
  /** Null when no processor is at fault but the type of the field. */
  readonly processorUid: string | null;
  readonly message: string;
};

/** A field of a published dataset. */
export type PublishedField = {
  readonly name: string;
  readonly label: string;
  readonly type: FieldType;
  readonly description: string;
  readonly annotations: readonly Annotation[];
};

/** How far an attempt to publish is, written together with the records that it counts. */
export type Progress = {
  /** For people who wait, under the wire's names. */
  readonly params: { readonly rows_read: number; readonly rows_written: number; readonly record_errors: number };
  /** The first ones. */
  readonly recordsErrors: readonly RecordsError[];
  readonly fields: readonly PublishedField[];
};
