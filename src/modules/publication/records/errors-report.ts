import type { Pipeline } from '../../../engine/pipeline/pipeline.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { maxListedErrors } from './progress.ts';

/** The number of fields that the status names in its message and in its parameters. */
const [fieldsInMessage, fieldsInParams] = [10, 100];

/** What the status of a finished publication reports about errors of records. */
export interface ErrorsReport {
  readonly message?: string;
  /** `record_errors`: the number of errors. `lost_values`: by field, the number of values that do not fit its type. */
  readonly params?: JsonObject;
}

/** The number of record errors of a run, and of the lost values by field; empty without errors. */
export function errorsReport({ counters, fields }: Pick<Pipeline, 'counters' | 'fields'>): ErrorsReport {
  const { recordErrors, lostValues } = counters;
  if (recordErrors === 0) return {};
  const byField = [...lostValues].toSorted((a, b) => b[1] - a[1]);
  const lost = byField.reduce((sum, [, count]) => sum + count, 0);
  const types = new Map(fields.map(({ name, type }) => [name, type]));
  const named = byField
    .slice(0, fieldsInMessage)
    .map(([name, count]) => `${name} (${types.get(name) ?? 'text'}): ${count}`);
  const more = byField.length > fieldsInMessage ? `, and ${byField.length - fieldsInMessage} more fields` : '';
  const others = recordErrors - lost;
  const sentences = [
    ...(lost > 0 ? [`Values that do not fit the type of their field were left out: ${named.join(', ')}${more}.`] : []),
    ...(others > 0 ? [`Other errors of records: ${others}.`] : []),
    ...(recordErrors > maxListedErrors ? [`The first ${maxListedErrors} of ${recordErrors} errors are listed.`] : []),
  ];
  return {
    message: sentences.join(' '),
    params: {
      record_errors: recordErrors,
      ...(lost > 0 && { lost_values: Object.fromEntries(byField.slice(0, fieldsInParams)) }),
    },
  };
}
