import type { FieldErrors } from '../../../kernel/fail.ts';
import { technicalName } from '../../records/columns.ts';
import type { Parameter } from '../../parameters/parameter.ts';
import type { DatasetReference } from '../../pipeline/dataset-reference.ts';
import type { DataRecord } from '../../records/record.ts';
import { maxRowsOfOne } from '../processor.ts';

/** Which dataset a join reads. */
export const joinedDataset = {
  name: 'dataset',
  type: 'text',
  label: 'Dataset',
  description: 'The identifier of a published dataset that you see.',
  isMandatory: true,
  trim: 'true',
} as const satisfies Parameter;

/** What a join brings over of it. */
export const broughtOver = [
  {
    name: 'output_fields',
    type: 'fields',
    label: 'Output fields',
    description: 'The fields of the other dataset that come over.',
    isMandatory: false,
  },
  {
    name: 'retrieve_all_fields',
    type: 'boolean',
    label: 'Retrieve all fields',
    description: 'All fields come over but those that are compared.',
    isMandatory: false,
    default: 'false',
  },
  {
    name: 'one_line',
    type: 'boolean',
    label: 'One line',
    description: 'The first match counts; otherwise each match makes a record.',
    isMandatory: false,
    default: 'true',
  },
] as const satisfies readonly Parameter[];

/** The parameters of every join. */
interface JoinParams {
  readonly dataset: string;
  readonly output_fields: readonly string[];
  readonly retrieve_all_fields: boolean;
  readonly one_line: boolean;
}

/** What is wrong with what a join is to bring over. */
export const checkBroughtOver = ({ output_fields: fields, retrieve_all_fields: isWhole }: JoinParams): FieldErrors =>
  fields.length === 0 && !isWhole ? { output_fields: ['Name fields, or set retrieve_all_fields.'] } : {};

/** What a join needs of the other dataset, which it compares by the given fields. */
export const joinReference = (
  { dataset, output_fields: fields, retrieve_all_fields: isWhole }: JoinParams,
  compared: readonly string[],
): DatasetReference => ({ dataset, needed: [...new Set([...compared, ...fields])], isWhole });

/**
 * Adds fields of matching records of another dataset, whose fields are told, to a row; null where there is none. A field that
 * the row has already stays; the one that comes over then has the dataset's name before its own. With one line the first
 * match counts; else each match makes a row.
 */
export function bringOver(
  params: JoinParams,
  all: readonly string[],
  compared: readonly string[],
): (row: DataRecord, matches: readonly DataRecord[]) => DataRecord | DataRecord[] {
  const { output_fields: named, one_line: oneLine } = params;
  const fields = params.retrieve_all_fields
    ? all.filter((field) => !compared.includes(field) || named.includes(field))
    : named;
  const prefix = technicalName(params.dataset);
  return (row, matches) => {
    const names = fields.map((field) => [field, Object.hasOwn(row, field) ? `${prefix}_${field}` : field] as const);
    const withMatch = (target: DataRecord, match: DataRecord | undefined): DataRecord => {
      for (const [field, name] of names) target[name] = match?.[field] ?? null;
      return target;
    };
    if (oneLine || matches.length < 2) return withMatch(row, matches[0]);
    // one more than may be is enough to be refused
    return matches.slice(0, maxRowsOfOne + 1).map((match) => withMatch({ ...row }, match));
  };
}
