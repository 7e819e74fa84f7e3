import { readDate, readGeometryLiteral } from '#engine/odsql/parse/parse-expression.ts';
import type { ComparisonOperator, Expression, Filter, Literal } from '#engine/odsql/tree.ts';
import { failFields } from '#kernel/fail.ts';
import type { JsonObject } from '#kernel/json.ts';
import type { DateCondition, GeoCondition, NumberCondition, TextCondition } from './conditions.inputs.ts';
import { checkListLength, checkTextLength } from './filter-limits.ts';

/** A member of a condition, and the filter that it means. */
export type MemberFilters = readonly (readonly [member: string, filter: Filter])[];

/** The field of a condition, and where the condition stands in the input. */
export interface ConditionPlace {
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
export const textFilters = (condition: TextCondition, { field, path }: ConditionPlace): MemberFilters =>
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
export const numberFilters = (condition: NumberCondition, { field, path }: ConditionPlace): MemberFilters =>
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
export function dateFilters(condition: DateCondition, { field, path }: ConditionPlace): MemberFilters {
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
export const geoFilters = (condition: GeoCondition, place: ConditionPlace): MemberFilters =>
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
