import type { FieldErrors } from '#kernel/fail.ts';
import type { ParamsOf } from '#engine/parameters/parameter.ts';
import { textOf, type DataRecord, type Value } from '#engine/records/record.ts';
import { compileExpression } from '../expression/compile-expression.ts';

/** The parameters of processors that choose records by a value or a condition. */
export const matchParameters = [
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
export function checkMatch({ value_to_skip: value }: MatchParams): FieldErrors {
  const condition = isCondition(value) ? compileExpression(value) : undefined;
  return condition && 'error' in condition ? { value_to_skip: [condition.error] } : {};
}

/** Creates a test for records that match the parameters. The test throws RangeError when the condition has no boolean result. */
export function createRecordMatcher({
  field,
  value_to_skip: wanted,
  exact_match: exact,
}: MatchParams): (record: DataRecord) => boolean {
  const condition = isCondition(wanted) ? compileExpression(wanted) : undefined;
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
