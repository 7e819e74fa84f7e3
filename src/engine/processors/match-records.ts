import type { FieldErrors } from '#kernel/fail.ts';
import type { ParamsOf } from '../parameters.ts';
import { type DataRecord, textOf, type Value } from '../records/record.ts';
import { compileProcessorExpression } from './expression.ts';
import { defineProcessor } from './processor.ts';

/** The parameters of processors that choose records by a value or a condition. */
const matchParameters = [
  { name: 'field', type: 'field', label: 'Field', isMandatory: true },
  {
    name: 'value_to_skip',
    type: 'text',
    label: 'Value to skip',
    description:
      'A value, an empty text for an empty field, or a condition after an equals sign, as in the processor expression: =price > 10.',
    isMandatory: false,
    default: '',
  },
  {
    name: 'exact_match',
    type: 'boolean',
    label: 'Exact match',
    description: 'The field must equal the value. Otherwise it must contain it.',
    isMandatory: false,
    default: 'true',
  },
] as const;

type MatchParams = ParamsOf<typeof matchParameters>;

const isCondition = (value: string): boolean => value.trimStart().startsWith('=');

/** The errors in the condition, when the value is a condition. */
function checkMatch({ value_to_skip: value }: MatchParams): FieldErrors {
  const condition = isCondition(value) ? compileProcessorExpression(value) : undefined;
  return condition && 'error' in condition ? { value_to_skip: [condition.error] } : {};
}

/** Creates a test for records that match the parameters. The test throws RangeError when the condition has no boolean result. */
function createRecordMatcher({
  field,
  value_to_skip: wanted,
  exact_match: exact,
}: MatchParams): (record: DataRecord) => boolean {
  const condition = isCondition(wanted) ? compileProcessorExpression(wanted) : undefined;
  if (typeof condition === 'function') {
    return (record) => {
      const result = condition(record);
      if (typeof result !== 'boolean') throw new RangeError('The condition must be true or false.');
      return result;
    };
  }
  const isEqual = exact || wanted === '';
  const matches = (value: Value | undefined): boolean => {
    if (Array.isArray(value) && value.length > 0) return value.some(matches);
    const text = Array.isArray(value) ? '' : textOf(value);
    return isEqual ? text === wanted : text.includes(wanted);
  };
  return (record) => matches(record[field]);
}

/** Drops the records whose field has a value or that meet a condition, or keeps only those. */
export const skipRecord = defineProcessor({
  type: 'skip_record',
  label: 'Skip records',
  parameters: [
    ...matchParameters,
    {
      name: 'keep_instead_of_skip',
      type: 'boolean',
      label: 'Keep instead of skip',
      isMandatory: false,
      default: 'false',
    },
  ],
  check: checkMatch,
  prepare: (params) => {
    const matches = createRecordMatcher(params);
    return (record) => (matches(record) === params.keep_instead_of_skip ? record : null);
  },
});

/** Deletes the records whose field has a value or that meet a condition, since each publication rewrites all records. */
export const deleteRecord = defineProcessor({
  type: 'delete_record',
  label: 'Delete record',
  parameters: matchParameters,
  check: checkMatch,
  prepare: (params) => {
    const matches = createRecordMatcher(params);
    return (record) => (matches(record) ? null : record);
  },
});
