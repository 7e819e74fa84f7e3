import type { FieldErrors } from '../../../kernel/fail.ts';
import type { ParamsOf } from '../../parameters/parameter.ts';
import { textOf, type DataRecord, type Value } from '../../records/record.ts';
import { compileExpression } from '../expression/compile-expression.ts';

/** The parameters of processors that choose records by a value or a condition. */
export const matchParameters = [
  { name: 'field', type: 'field', label: 'Field', isMandatory: true },
  {
    name: 'value_to_skip',
    type: 'text',
    label: 'Value to skip',
    description:
      'A value, nothing for an empty field, or a condition after an equals sign, as in the processor expression: =price > 10.',
    isMandatory: false,
    default: '',
  },
  {
    name: 'exact_match',
    type: 'boolean',
    label: 'Exact match',
    description: 'The field equals the value; otherwise it contains it.',
    isMandatory: false,
    default: 'true',
  },
] as const;

type MatchParams = ParamsOf<typeof matchParameters>;

const isCondition = (value: string): boolean => value.trimStart().startsWith('=');

/** What is wrong with the condition, if the value is one. */
export function checkMatch({ value_to_skip: value }: MatchParams): FieldErrors {
  const condition = isCondition(value) ? compileExpression(value) : undefined;
  return condition && 'error' in condition ? { value_to_skip: [condition.error] } : {};
}

/** Whether a record is one of those that the parameters choose. Throws RangeError where the condition cannot tell. */
export function matchRecord({
  field,
  value_to_skip: wanted,
  exact_match: exact,
}: MatchParams): (row: DataRecord) => boolean {
  const condition = isCondition(wanted) ? compileExpression(wanted) : undefined;
  if (typeof condition === 'function') {
    return (row) => {
      const result = condition(row);
      if (typeof result !== 'boolean') throw new RangeError('The condition gives neither true nor false.');
      return result;
    };
  }
  const isEqual = exact || wanted === '';
  const matches = (value: Value | undefined): boolean => {
    if (Array.isArray(value) && value.length > 0) return value.some(matches);
    const text = Array.isArray(value) ? '' : textOf(value);
    return isEqual ? text === wanted : text.includes(wanted);
  };
  return (row) => matches(row[field]);
}
