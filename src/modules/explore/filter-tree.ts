import type { Scope } from '#engine/odsql/scope.ts';
import type { ComparisonOperator, Expression, Filter, Literal, OrderKey } from '#engine/odsql/tree.ts';
import type { FieldType } from '#engine/records/record.ts';
import { CatalogError, failFields } from '#kernel/fail.ts';
import type {
  DateCondition,
  GeoCondition,
  NumberCondition,
  RecordFilter,
  RecordOrder,
  TextCondition,
} from './records.inputs.ts';
import { readDate, readGeometryLiteral } from '#engine/odsql/parse/parse-expression.ts';
import type { JsonObject } from '#kernel/json.ts';

/** How filters are checked: the fields that they may name, and a check of each condition, which fails with its message. */
interface FilterChecks {
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
    const members = conditionFilters(input, part, { field, path: `${path}.${part}` });
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

function conditionFilters(
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

/** A member of a condition, and the filter that it means. */
type MemberFilters = readonly (readonly [member: string, filter: Filter])[];

/** The field of a condition, and where the condition stands in the input. */
interface ConditionPlace {
  readonly field: string;
  readonly path: string;
}

/** A field as an expression. */
export const fieldExpression = (field: string): Expression => ({ kind: 'field', field, text: field });

const compare = (field: string, operator: ComparisonOperator, value: Literal): Filter => ({
  kind: 'comparison',
  left: fieldExpression(field),
  operator,
  right: { kind: 'literal', value, text: JSON.stringify(value) },
});

/** The filters of the members that are given; null counts as not given. */
function membersOf<Condition extends object>(
  condition: Condition,
  filters: { readonly [Member in keyof Condition]-?: (value: NonNullable<Condition[Member]>) => Filter },
): MemberFilters {
  const members = Object.keys(filters) as (keyof Condition & string)[];
  return members.flatMap((member) => {
    const value = condition[member];
    return value === null || value === undefined ? [] : [[member, filters[member](value)] as const];
  });
}

/** The filters of a condition on a text. */
const textFilters = (condition: TextCondition, { field, path }: ConditionPlace): MemberFilters =>
  membersOf<TextCondition>(condition, {
    equals: (value) => compare(field, '=', checkTextLength(`${path}.equals`, value)),
    notEquals: (value) => compare(field, '!=', checkTextLength(`${path}.notEquals`, value)),
    in: (values) => oneOf(field, `${path}.in`, values),
    startsWith: (text) => ({
      kind: 'startsWith',
      fields: [field],
      text: checkTextLength(`${path}.startsWith`, text),
    }),
    like: (pattern) => ({ kind: 'like', field, pattern: checkTextLength(`${path}.like`, pattern) }),
    search: (text) => ({ kind: 'search', fields: [field], text: checkTextLength(`${path}.search`, text) }),
    suggest: (text) => ({ kind: 'suggest', fields: [field], text: checkTextLength(`${path}.suggest`, text) }),
  });

/** The filters of a condition on a number. */
const numberFilters = (condition: NumberCondition, { field, path }: ConditionPlace): MemberFilters =>
  membersOf<NumberCondition>(condition, {
    equals: (value) => compare(field, '=', value),
    notEquals: (value) => compare(field, '!=', value),
    in: (values) => oneOf(field, `${path}.in`, values),
    lessThan: (value) => compare(field, '<', value),
    atMost: (value) => compare(field, '<=', value),
    greaterThan: (value) => compare(field, '>', value),
    atLeast: (value) => compare(field, '>=', value),
  });

/** The filters of a condition on a date. */
function dateFilters(condition: DateCondition, { field, path }: ConditionPlace): MemberFilters {
  const comparison =
    (member: keyof DateCondition, operator: ComparisonOperator) =>
    (text: string): Filter =>
      compare(field, operator, readDate(text) ?? failFields({ [`${path}.${member}`]: [dateMessage] }));
  return membersOf<DateCondition>(condition, {
    equals: comparison('equals', '='),
    notEquals: comparison('notEquals', '!='),
    before: comparison('before', '<'),
    notAfter: comparison('notAfter', '<='),
    after: comparison('after', '>'),
    notBefore: comparison('notBefore', '>='),
  });
}

const dateMessage = 'Give a date in ISO 8601, such as 2024, 2024-02-29 or 2024-02-29T12:00:00Z.';

/** The filters of a condition on a geometry. */
const geoFilters = (condition: GeoCondition, place: ConditionPlace): MemberFilters =>
  membersOf<GeoCondition>(condition, {
    withinDistance: ({ center: { lon, lat }, radius }) => ({
      kind: 'withinDistance',
      field: place.field,
      point: { geometry: { type: 'Point', coordinates: [lon, lat] } },
      distance: radius,
    }),
    inBox: ({ south, west, north, east }) => ({ kind: 'inBox', field: place.field, south, west, north, east }),
    intersects: (geometry) => geometryFilter(place, geometry, 'intersects'),
    disjoint: (geometry) => geometryFilter(place, geometry, 'disjoint'),
    within: (geometry) => geometryFilter(place, geometry, 'within'),
  });

function oneOf(field: string, path: string, values: readonly (string | number)[]): Filter {
  checkListLength(path, values);
  for (const value of values) if (typeof value === 'string') checkTextLength(path, value);
  return { kind: 'in', left: fieldExpression(field), values };
}

function geometryFilter(
  { field, path }: ConditionPlace,
  geometry: JsonObject,
  mode: 'intersects' | 'disjoint' | 'within',
): Filter {
  const literal = readGeometryLiteral(JSON.stringify(geometry));
  return literal
    ? { kind: 'geometry', field, geometry: literal, mode }
    : failFields({ [`${path}.${mode}`]: ['Give a geometry in GeoJSON (RFC 7946).'] });
}

/** The limits of a filter: those of an ODSQL clause (docs/contract/explore.md 5), and limits on its size. */
const filterLimits = Object.freeze({ levels: 20, conditions: 1_000, literals: 1_000, textLength: 10_000 });

/** Counts the conditions of one filter. Fails INVALID_INPUT at the path of the condition or value that is beyond a limit. */
class FilterBudget {
  #conditions = 0;

  /** Checks the level of a filter; the outermost filter has the level 1. */
  enter(path: string, level: number): void {
    if (level > filterLimits.levels)
      failFields({ [path]: [`Nest filters at most ${String(filterLimits.levels)} levels deep.`] });
  }

  /** Counts a condition. */
  add(path: string): void {
    this.#conditions += 1;
    if (this.#conditions > filterLimits.conditions)
      failFields({ [path]: [`Use at most ${String(filterLimits.conditions)} conditions.`] });
  }
}

/** Checks the length of a list of values. */
function checkListLength(path: string, values: readonly unknown[]): void {
  if (values.length === 0 || values.length > filterLimits.literals)
    failFields({ [path]: [`Give 1 to ${String(filterLimits.literals)} values.`] });
}

/** Checks the length of a text, and returns it. */
function checkTextLength(path: string, text: string): string {
  return text.length > filterLimits.textLength
    ? failFields({ [path]: [`Give at most ${String(filterLimits.textLength)} characters.`] })
    : text;
}

/** The maximum number of keys of an order, and of groups (docs/contract/explore.md 5). */
export const maxKeys = 20;

/** The tree of a typed order. Fails INVALID_INPUT at the path of an unknown field, or of a field without an order. */
export function orderTree(order: readonly RecordOrder[], scope: Scope): OrderKey[] {
  if (order.length > maxKeys) failFields({ orderBy: [`Order by at most ${String(maxKeys)} fields.`] });
  return order.map(({ field, direction, distanceTo }, index) => {
    const isDescending = direction === 'DESC';
    const path = `orderBy.${String(index)}`;
    const found = scope.find(field) ?? failFields({ [`${path}.field`]: [`Unknown field: ${field}`] });
    if (distanceTo) {
      if (found.type !== 'geo_point_2d') failFields({ [`${path}.distanceTo`]: ['Only points have a distance.'] });
      return { kind: 'expression', expression: distance(field, distanceTo), isDescending };
    }
    if (found.isMultivalued || unordered.has(found.type))
      failFields({ [`${path}.field`]: [`The field ${field} has no order: ${reasonOf(found)}.`] });
    return { kind: 'expression', expression: fieldExpression(field), isDescending };
  });
}

const unordered: ReadonlySet<string> = new Set(['geo_point_2d', 'geo_shape', 'file']);

function reasonOf({ type, isMultivalued }: { readonly type: string; readonly isMultivalued: boolean }): string {
  if (isMultivalued) return 'it has several values';
  return type === 'geo_point_2d' ? 'give distanceTo' : `it has the type ${type}`;
}

function distance(field: string, { lon, lat }: NonNullable<RecordOrder['distanceTo']>): Expression {
  const point = `geom'POINT(${String(lon)} ${String(lat)})'`;
  return {
    kind: 'call',
    name: 'distance',
    arguments: [
      fieldExpression(field),
      { kind: 'literal', value: { geometry: { type: 'Point', coordinates: [lon, lat] } }, text: point },
    ],
    isStar: false,
    isDistinct: false,
    named: [],
    text: `distance(${field}, ${point})`,
  };
}

/** The problem that binding a part of a query reports; undefined for a valid part. Typed inputs report it at their own path. */
export function bindingProblem(bind: () => unknown): string | undefined {
  try {
    bind();
    return undefined;
  } catch (error) {
    if (error instanceof CatalogError && error.details['problem'] !== undefined)
      return String(error.details['problem']);
    throw error;
  }
}
