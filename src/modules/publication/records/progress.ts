import type { Annotation, Field, FieldType } from '#engine/records/field.ts';
import type { Counters } from '#engine/pipeline/progress.ts';
import type { RecordError } from '#engine/pipeline/processor-chain.ts';
import { toStorableText } from '#engine/records/storable.ts';

/** An error of one record, as the status reports it. */
export type RecordsError = {
  /** The record's position among those written, from 0. */
  readonly recordId: string;
  readonly fieldUid: string | null;
  /** The processor that failed; null when the value does not fit the type of the field. */
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

/** The progress of an attempt, under the names of the REST contract. */
export type ProgressParams = {
  readonly rows_read: number;
  readonly rows_written: number;
  readonly record_errors: number;
  readonly bytes_read: number;
  /** How much of the sources was read, a whole number; absent when a source does not report its size. */
  readonly percent?: number;
};

/** The progress of an attempt, written together with the records that it counts. */
export type Progress = {
  readonly params: ProgressParams;
  /** The first errors, at most `maxListedErrors`. */
  readonly recordsErrors: readonly RecordsError[];
  readonly fields: readonly PublishedField[];
};

/** The counters of a run after `written` records. */
export const progressParams = (
  { recordsRead: rowsRead, recordErrors, bytes, fractionRead }: Counters,
  written: number,
): ProgressParams => ({
  rows_read: rowsRead,
  rows_written: written,
  record_errors: recordErrors,
  bytes_read: bytes,
  ...(fractionRead !== null && { percent: Math.floor(fractionRead * 100) }),
});

/** The number of record errors that the status lists. */
export const maxListedErrors = 100;

/** An error of a record as the status reports it. */
export const recordsErrorOf = ({ record, field, processorUid, message }: RecordError): RecordsError => ({
  recordId: String(record),
  fieldUid: field === null ? null : toStorableText(field),
  processorUid,
  message: toStorableText(message),
});

/** The properties of fields that a published dataset stores. */
export const publishedFieldsOf = (fields: readonly Field[]): PublishedField[] =>
  fields.map(({ name, label, type, description, annotations }) => ({ name, label, type, description, annotations }));
