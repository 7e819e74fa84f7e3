import type { Scope } from '#engine/odsql/scope.ts';
import type { Filter } from '#engine/odsql/tree.ts';
import type { FieldType } from '#engine/records/record.ts';
import { failFields } from '#kernel/fail.ts';
import { dateFilters, geoFilters, numberFilters, textFilters, type MemberFilters } from './condition-tree.ts';
import { checkTextLength, FilterBudget } from './filter-limits.ts';
import type { RecordFilter } from './record-filter.inputs.ts';

/** How filters are checked: the fields that they may name, and a check of each condition, which fails with its message. */
export interface FilterChecks {
  readonly scope: Scope;
  /** The path of the filter in the arguments. */
  readonly path: string;
  /** Checks what a condition means, such as its dates and geometries. Returns what is wrong with it. */
  readonly problemOf: (condition: Filter) => string | undefined;
}

/** The tree of a typed filter. Fails INVALID_INPUT at the path of an unknown field, a condition of another type, or an invalid value. */
export function filterTree(filter: RecordFilter, checks: FilterChecks): Filter {
  const budget = new FilterBudget();

  function treeOf(input: RecordFilter, path: string, level: number): Filter {
    budget.enter(path, level);
    const [part, ...others] = partsOf(input);
    const isCombination = combinations.some((combination) => combination === part);
    if (!part || others.length > 0 || (isCombination && isGiven(input.field)))
      return failFields({ [path]: [onePartMessage] });
    if (part === 'all' || part === 'any' || part === 'none')
      return combine(part, input[part] ?? [], `${path}.${part}`, level);
    budget.add(path);
    return conditionTree(input, part, path);
  }

  function combine(part: 'all' | 'any' | 'none', inputs: readonly RecordFilter[], path: string, level: number): Filter {
    const filters = inputs.map((input, index) => treeOf(input, `${path}.${String(index)}`, level + 1));
    if (filters.length === 0) return failFields({ [path]: ['Give at least one filter.'] });
    if (part === 'all') return { kind: 'and', filters };
    return part === 'any' ? { kind: 'or', filters } : { kind: 'not', filter: { kind: 'or', filters } };
  }

  function conditionTree(input: RecordFilter, part: ConditionName, path: string): Filter {
    const { field } = input;
    if (part === 'matches') return wordsTree(input, path);
    if (typeof field !== 'string') return failFields({ [`${path}.field`]: ['Name the field of the condition.'] });
    const { type } = fieldOf(field, `${path}.field`);
    if (!acceptedTypes[part].includes(type))
      return failFields({ [`${path}.${part}`]: [`The field ${field} has the type ${type}. ${advice[type]}`] });
    if (part === 'isNull') return isNullTree(field, input.isNull === true);
    const members = membersOf(input, part, { field, path: `${path}.${part}` });
    for (const [member, filter] of members) checkCondition(`${path}.${part}.${member}`, filter);
    const filters = members.map(([, filter]) => filter);
    return filters[0] ? { kind: 'and', filters } : failFields({ [`${path}.${part}`]: ['Give at least one member.'] });
  }

  function wordsTree({ field, matches }: RecordFilter, path: string): Filter {
    const text = checkTextLength(`${path}.matches`, matches ?? '');
    if (typeof field !== 'string') return { kind: 'fullText', fields: null, text };
    const { type } = fieldOf(field, `${path}.field`);
    return type === 'text'
      ? { kind: 'like', field, pattern: text }
      : failFields({ [`${path}.matches`]: [`The field ${field} has the type ${type}. ${advice[type]}`] });
  }

  function fieldOf(name: string, path: string) {
    return checks.scope.find(name) ?? failFields({ [path]: [`Unknown field: ${name}`] });
  }

  function checkCondition(path: string, condition: Filter): void {
    const problem = checks.problemOf(condition);
    if (problem !== undefined) failFields({ [path]: [problem] });
  }

  return treeOf(filter, checks.path, 1);
}

const combinations = ['all', 'any', 'none'] as const;
const conditions = ['text', 'number', 'date', 'geo', 'isNull', 'matches'] as const;
type ConditionName = (typeof conditions)[number];

/** The combination or condition of a filter; a valid one has exactly one. */
const partsOf = (input: RecordFilter) => [...combinations, ...conditions].filter((part) => isGiven(input[part]));

const isGiven = (value: unknown): boolean => value !== null && value !== undefined;

const onePartMessage =
  'Give exactly one of all, any, none, or a field with one of text, number, date, geo, isNull and matches.';

const allTypes: readonly FieldType[] = [
  'text',
  'int',
  'double',
  'date',
  'datetime',
  'geo_point_2d',
  'geo_shape',
  'file',
];

/** The types of the fields that each condition accepts. */
const acceptedTypes: Readonly<Record<Exclude<ConditionName, 'matches'>, readonly FieldType[]>> = {
  text: ['text'],
  number: ['int', 'double'],
  date: ['date', 'datetime'],
  geo: ['geo_point_2d', 'geo_shape'],
  isNull: allTypes,
};

const numeric = 'Use number.';
const temporal = 'Use date.';
const spatial = 'Use geo.';

/** The conditions for a field, by its type. */
const advice: Readonly<Record<FieldType, string>> = {
  text: 'Use text or matches.',
  int: numeric,
  double: numeric,
  date: temporal,
  datetime: temporal,
  geo_point_2d: spatial,
  geo_shape: spatial,
  file: 'Use isNull.',
};

const isNullTree = (field: string, isNull: boolean): Filter =>
  isNull ? { kind: 'isNull', field } : { kind: 'not', filter: { kind: 'isNull', field } };

function membersOf(
  { text, number, date, geo }: RecordFilter,
  part: 'text' | 'number' | 'date' | 'geo',
  place: { readonly field: string; readonly path: string },
): MemberFilters {
  switch (part) {
    case 'text':
      return textFilters(text ?? {}, place);
    case 'number':
      return numberFilters(number ?? {}, place);
    case 'date':
      return dateFilters(date ?? {}, place);
    case 'geo':
      return geoFilters(geo ?? {}, place);
  }
}
