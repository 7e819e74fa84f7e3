import type { Pipeline } from '#engine/pipeline/pipeline.ts';
import type { JsonObject } from '#kernel/json.ts';
import { toStorableText } from '#engine/records/storable.ts';
import type { MissingFields } from '#engine/pipeline/missing-fields.ts';
import { listNames } from '#kernel/text.ts';
import { maxListedErrors } from './progress.ts';

/** The maximum number of fields that the message of a status names. */
const maxFieldsInMessage = 10;
/** The maximum number of fields that the parameters of a status name. */
const maxFieldsInParams = 100;

/** What the status of a finished publication reports about files and records. */
export interface ErrorsReport {
  readonly message?: string;
  /** Why the records may not be what the files hold. */
  readonly doubts?: readonly string[];
  /** `record_errors`: the number of errors. `lost_values`: by field, the number of values that do not fit its type. */
  readonly params?: JsonObject;
}

/**
 * Reports what was assumed about the files, why to doubt their records, the number of record errors of a run, the number of lost
 * values of each field, and the fields that the configuration names and no record has; empty when there is nothing to report.
 */
export function errorsReport({
  counters,
  fields,
  notes,
  missingFields,
}: Pick<Pipeline, 'counters' | 'fields' | 'notes' | 'missingFields'>): ErrorsReport {
  const { message, params } = recordErrorsReport({ counters, fields });
  const sentences = [
    ...notes.assumptions,
    ...notes.doubts,
    ...(message === undefined ? [] : [message]),
    ...missingFieldsReport(missingFields),
  ];
  return {
    ...(sentences.length > 0 && { message: toStorableText(sentences.join(' ')) }),
    ...(params && { params }),
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
