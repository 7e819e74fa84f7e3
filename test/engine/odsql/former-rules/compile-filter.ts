import type { DataRecord } from '#engine/records/record.ts';
import { conditionTest } from './condition-test.ts';
import { FieldValues, type FilterField } from './field-values.ts';
import type { Condition, Filter } from './filter.ts';

/** Tests whether a record matches a filter. */
export type RecordTest = (record: DataRecord) => boolean;

/** The reason why a filter is not applicable to a set of records. */
export interface FilterProblem {
  /** The field that it names. */
  readonly field: string;
  readonly kind: 'missing' | 'incomparable';
}

/** A filter compiled for repeated tests of records. */
export interface CompiledFilter {
  /** Always false when there is a problem. */
  readonly matches: RecordTest;
  /** Each once. */
  readonly problems: readonly FilterProblem[];
}

type Values = (field: FilterField) => FieldValues;
type Test = (values: Values) => boolean;

/**
 * Compiles a filter for records with these fields. The fields, not the records, decide whether it is applicable: when it names a field
 * that is missing, or compares a field with a value of another type, it matches no record at all, under `not` too. So
 * no change of fields exposes a record that was hidden before. Only `isNull` matches null; `not` is the exact complement.
 */
export function compileFilter(filter: Filter, fields: readonly FilterField[]): CompiledFilter {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const problems = new Map<string, FilterProblem>();
  const test = testOf(filter, (condition) => {
    const field = byName.get(condition.field);
    const holds = field && conditionTest(condition, field.type);
    if (field && holds) return (values) => holds(values(field));
    problems.set(condition.field, { field: condition.field, kind: field ? 'incomparable' : 'missing' });
    return () => false;
  });
  return {
    matches: problems.size > 0 ? () => false : (record) => test(valuesIn(record)),
    problems: [...problems.values()],
  };
}

function testOf(filter: Filter, ofCondition: (condition: Condition) => Test): Test {
  switch (filter.kind) {
    case 'and': {
      const tests = filter.filters.map((each) => testOf(each, ofCondition));
      return (values) => tests.every((test) => test(values));
    }
    case 'or': {
      const tests = filter.filters.map((each) => testOf(each, ofCondition));
      return (values) => tests.some((test) => test(values));
    }
    case 'not': {
      const test = testOf(filter.filter, ofCondition);
      return (values) => !test(values);
    }
    case 'comparison':
    case 'like':
    case 'in':
    case 'range':
    case 'isNull':
      return ofCondition(filter);
  }
}

/** The values of a record by field, prepared on first use. */
function valuesIn(record: DataRecord): Values {
  const prepared = new Map<FilterField, FieldValues>();
  return (field) => {
    const known = prepared.get(field);
    if (known) return known;
    const values = new FieldValues(record, field);
    prepared.set(field, values);
    return values;
  };
}
