import type { Annotation, Field, FieldType } from '../../engine/records/field.ts';
import type { Counters } from '../../engine/pipeline/counters.ts';
import type { RecordError } from '../../engine/pipeline/processor-chain.ts';
import { storableText } from '../../engine/records/storable.ts';

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

/** How far an attempt to publish is, for people who wait, under the wire's names. */
export type ProgressParams = {
  readonly rows_read: number;
  readonly rows_written: number;
  readonly record_errors: number;
  readonly bytes_read: number;
  /** A whole number; absent where a source does not tell its size. */
  readonly percent?: number;
};

/** How far an attempt to publish is, written together with the records that it counts. */
export type Progress = {
  readonly params: ProgressParams;
  /** The first ones. */
  readonly recordsErrors: readonly RecordsError[];
  readonly fields: readonly PublishedField[];
};

/** What is told of a run's counters when so many records are written. */
export const progressParams = (
  { recordsRead: rowsRead, recordErrors, bytes, share }: Counters,
  written: number,
): ProgressParams => ({
  rows_read: rowsRead,
  rows_written: written,
  record_errors: recordErrors,
  bytes_read: bytes,
  ...(share !== null && { percent: Math.floor(share * 100) }),
});

/** How many errors of records the status tells. */
export const keptErrors = 100;

/** An error of a record as the status tells it. */
export const recordsErrorOf = ({ record, field, processorUid, message }: RecordError): RecordsError => ({
  recordId: String(record),
  fieldUid: field === null ? null : storableText(field),
  processorUid,
  message: storableText(message),
});

/** What is published of fields. */
export const publishedFieldsOf = (fields: readonly Field[]): PublishedField[] =>
  fields.map(({ name, label, type, description, annotations }) => ({ name, label, type, description, annotations }));
