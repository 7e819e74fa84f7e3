import {
  type Annotation,
  type DataRecord,
  type Field,
  type FieldType,
  toStorableText,
} from '#engine/records/record.ts';
import type { Counters } from '#engine/pipeline/extracted-records.ts';
import type { MissingFields, RecordError } from '#engine/pipeline/processor-chain.ts';
import type { Pipeline } from '#engine/pipeline/pipeline.ts';
import type { JsonObject } from '#kernel/json.ts';
import { listNames } from '#kernel/text.ts';
import type { StepProposal } from '#engine/schema/propose-steps.ts';

/** An error of one record, as the status reports it. */
export type RecordsError = {
  /** The record's position among those written, from 0. */
  readonly recordId: string;
  readonly fieldUid: string | null;
  /** The processor that failed; null when the value does not fit the type of the field. */
  readonly processorUid: string | null;
  readonly message: string;
  /** The record, by `recordTextOf`; absent in previews and in errors of earlier versions. */
  readonly recordText?: string;
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
type ProgressParams = {
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
export const recordsErrorOf = (
  { record, field, processorUid, message }: RecordError,
  values?: DataRecord,
): RecordsError => ({
  recordId: String(record),
  fieldUid: field === null ? null : toStorableText(field),
  processorUid,
  message: toStorableText(message),
  ...(values && { recordText: toStorableText(recordTextOf(values, field)) }),
});

/** The maximum length of the text of a record in an error. */
const maxRecordText = 300;

/** A record as JSON: the field of the error first, without what is inside of lists and objects, cut where it is long. */
function recordTextOf(values: DataRecord, field: string | null): string {
  const own = field !== null && Object.hasOwn(values, field) ? [field] : [];
  let text = '';
  for (const name of new Set([...own, ...Object.keys(values)])) {
    const value = values[name] ?? null;
    const shown =
      typeof value === 'string' ? value.slice(0, maxRecordText) : typeof value === 'object' && value ? '…' : value;
    text += `${text === '' ? '{' : ','}${JSON.stringify(name.slice(0, maxRecordText))}:${JSON.stringify(shown)}`;
    if (text.length > maxRecordText) return `${text.slice(0, maxRecordText)}…`;
  }
  return text === '' ? '{}' : `${text}}`;
}

/** The properties of fields that a published dataset stores. */
export const publishedFieldsOf = (fields: readonly Field[]): PublishedField[] =>
  fields.map(({ name, label, type, description, annotations }) => ({ name, label, type, description, annotations }));

/** The maximum number of fields that the message of a status names. */
const maxFieldsInMessage = 10;
/** The maximum number of fields that the parameters of a status name. */
const maxFieldsInParams = 100;

/** What the status of a finished publication reports about files and records. */
interface ErrorsReport {
  readonly message?: string;
  /** Why the records may not be what the files hold. */
  readonly doubts?: readonly string[];
  /**
   * `record_errors`: the number of errors. `lost_values`: by field, the number of values that do not fit its type. `proposed_processors`:
   * those that would make numbers and dates of texts.
   */
  readonly params?: JsonObject;
}

/**
 * Reports what was assumed about the files, why to doubt their records, the number of record errors of a run, the number of lost
 * values of each field, the fields that the configuration names and no record has, and the processors that would make numbers and
 * dates of texts; empty when there is nothing to report.
 */
export function errorsReport({
  counters,
  fields,
  notes,
  missingFields,
  proposals,
}: Pick<Pipeline, 'counters' | 'fields' | 'notes' | 'missingFields' | 'proposals'>): ErrorsReport {
  const { message, params = {} } = recordErrorsReport({ counters, fields });
  const proposed = proposals.slice(0, maxFieldsInParams).map((proposal): JsonObject => ({ ...proposal }));
  const allParams = { ...params, ...(proposed.length > 0 && { proposed_processors: proposed }) };
  const sentences = [
    ...notes.assumptions,
    ...notes.doubts,
    ...(message === undefined ? [] : [message]),
    ...missingFieldsReport(missingFields),
    ...proposalsReport(proposals),
  ];
  return {
    ...(sentences.length > 0 && { message: toStorableText(sentences.join(' ')) }),
    ...(Object.keys(allParams).length > 0 && { params: allParams }),
    ...(notes.doubts.length > 0 && { doubts: notes.doubts.map(toStorableText) }),
  };
}

function recordErrorsReport({ counters, fields }: Pick<Pipeline, 'counters' | 'fields'>): ErrorsReport {
  const { recordErrors, lostValues } = counters;
  if (recordErrors === 0) return {};
  const lostByField = [...lostValues].toSorted((a, b) => b[1] - a[1]);
  const lostCount = lostByField.reduce((sum, [, count]) => sum + count, 0);
  const types = new Map(fields.map(({ name, type }) => [name, type]));
  const named = lostByField
    .slice(0, maxFieldsInMessage)
    .map(([name, count]) => `${name} (${types.get(name) ?? 'text'}): ${count}`);
  const more =
    lostByField.length > maxFieldsInMessage ? `, and ${lostByField.length - maxFieldsInMessage} more fields` : '';
  const otherCount = recordErrors - lostCount;
  const sentences = [
    ...(lostCount > 0
      ? [`Values that do not fit the type of their field were left out: ${named.join(', ')}${more}.`]
      : []),
    ...(otherCount > 0 ? [`Other errors of records: ${otherCount}.`] : []),
    ...(recordErrors > maxListedErrors ? [`The first ${maxListedErrors} of ${recordErrors} errors are listed.`] : []),
  ];
  return {
    message: sentences.join(' '),
    params: {
      record_errors: recordErrors,
      ...(lostCount > 0 && { lost_values: Object.fromEntries(lostByField.slice(0, maxFieldsInParams)) }),
    },
  };
}

/** A sentence for the processors, and one for the field configurations, that name fields which no record has. */
const missingFieldsReport = (missing: readonly MissingFields[]): readonly string[] =>
  (['processor', 'field configuration'] as const).flatMap((kind) => {
    const parts = missing.filter((each) => each.kind === kind);
    if (parts.length === 0) return [];
    const named = parts.map(({ type, fields }) => `${type} (${listNames(fields)})`);
    return [`No record has the fields that these ${kind}s name: ${listNames(named)}.`];
  });

/** A sentence that names the fields whose texts look like numbers or dates. */
function proposalsReport(proposals: readonly StepProposal[]): readonly string[] {
  const examples = new Map(proposals.map(({ field, exampleText }) => [field, exampleText]));
  if (examples.size === 0) return [];
  const named = [...examples].slice(0, maxFieldsInMessage).map(([field, text]) => `${field} ("${text}")`);
  const more = examples.size > maxFieldsInMessage ? `, and ${examples.size - maxFieldsInMessage} more fields` : '';
  return [
    `Texts that look like numbers or dates: ${named.join(', ')}${more}. Add the proposed processors to convert them, or set the type of the field to text to keep them.`,
  ];
}
