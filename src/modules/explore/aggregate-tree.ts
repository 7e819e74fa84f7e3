import { bindQuery, type Query } from '#engine/odsql/bind/bind-query.ts';
import type { Scope, ScopeField } from '#engine/odsql/scope.ts';
import type { Expression, GroupKey, OrderKey, SelectItem } from '#engine/odsql/tree.ts';
import { failFields } from '#kernel/fail.ts';
import type { AggregateOrder, GroupInput, MeasureInput } from './aggregate.inputs.ts';
import { bindingProblem, fieldExpression, maxKeys } from './filter-tree.ts';

/** The maximum number of measures, which are items of a select clause. */
const maxMeasures = 100;
/** The maximum number of bounds of the ranges of a key. */
const maxSteps = 100;

/** The input of an aggregate: the keys of its groups, its measures and its order. */
export interface AggregateInputs {
  readonly by: readonly GroupInput[];
  readonly measures: readonly MeasureInput[];
  readonly orderBy: readonly AggregateOrder[];
}

/** The clauses of an aggregate. The names of keys and measures are aliases. */
export interface AggregateTree {
  readonly groupBy: readonly GroupKey[];
  readonly select: readonly SelectItem[];
  readonly orderBy: readonly OrderKey[];
}

/**
 * The tree of a typed aggregate. Fails INVALID_INPUT at the path of an unknown field, of a name that is used twice, of wrong options, and of
 * what the type of a field does not allow.
 */
export function aggregateTree({ by, measures, orderBy }: AggregateInputs, scope: Scope): AggregateTree {
  if (by.length > maxKeys) failFields({ by: [`Group by at most ${String(maxKeys)} keys.`] });
  if (measures.length > maxMeasures) failFields({ measures: [`Compute at most ${String(maxMeasures)} measures.`] });
  if (orderBy.length > maxKeys) failFields({ orderBy: [`Order by at most ${String(maxKeys)} keys.`] });
  const groupBy = by.map((input, index) => groupTree(input, `by.${String(index)}`, scope));
  const select = measures.map((input, index) => measureTree(input, `measures.${String(index)}`, scope));
  const names = new Set<string>();
  for (const [path, { alias }] of [
    ...groupBy.map((key, index) => [`by.${String(index)}.as`, key] as const),
    ...select.map((item, index) => [`measures.${String(index)}.as`, item] as const),
  ]) {
    if (names.has(alias)) failFields({ [path]: [`The name ${alias} is used twice.`] });
    names.add(alias);
  }
  const tree = {
    groupBy,
    select,
    orderBy: orderBy.map(({ field, direction }, index): OrderKey => {
      if (!names.has(field))
        failFields({ [`orderBy.${String(index)}.field`]: [`No key and no measure has the name ${field}.`] });
      return { kind: 'expression', expression: fieldExpression(field), isDescending: direction === 'DESC' };
    }),
  };
  checkMeaning(tree, by, scope);
  return tree;
}

/** Binds each part by itself, so that what is wrong with it is reported at its own path. */
function checkMeaning({ groupBy, select, orderBy }: AggregateTree, by: readonly GroupInput[], scope: Scope): void {
  const check = (path: string, query: Query): void => {
    const problem = bindingProblem(() => bindQuery(query, scope));
    if (problem !== undefined) failFields({ [path]: [`${problem.replace(/\.$/, '')}.`] });
  };
  for (const [index, key] of groupBy.entries())
    check(`by.${String(index)}.${groupingsOf(by[index])[0] ?? 'field'}`, { groupBy: [key] });
  for (const [index, item] of select.entries()) check(`measures.${String(index)}.field`, { select: [item] });
  for (const [index, key] of orderBy.entries())
    check(`orderBy.${String(index)}.field`, { groupBy, select, orderBy: [key] });
}

/** A key, and a measure, with its alias. */
type NamedKey = GroupKey & { readonly alias: string };
type NamedItem = SelectItem & { readonly alias: string };

const groupings = ['part', 'interval', 'width', 'steps', 'cluster'] as const;

/** The members of a key that group the values of its field. */
const groupingsOf = (input: GroupInput | undefined) =>
  groupings.filter((name) => input?.[name] !== null && input?.[name] !== undefined);

function groupTree(input: GroupInput, path: string, scope: Scope): NamedKey {
  const { field } = input;
  fieldIn(scope, field, `${path}.field`);
  const [grouping, ...others] = groupingsOf(input);
  if (others.length > 0) failFields({ [path]: [`Give at most one of ${groupings.join(', ')}.`] });
  const { part, interval, width, steps, cluster } = input;
  const aliasAndText = (text: string) => ({ alias: nameOf(input, text, `${path}.as`), text });
  if (grouping === 'part' && part) {
    const expression = call(part, field);
    return { kind: 'expression', expression, ...aliasAndText(expression.text) };
  }
  if (grouping === 'interval' && interval) {
    const { count, unit } = interval;
    return { kind: 'interval', field, count, unit, ...aliasAndText(`range(${field}, ${String(count)} ${unit})`) };
  }
  if (grouping === 'width' && typeof width === 'number')
    return { kind: 'width', field, width, ...aliasAndText(`range(${field}, ${String(width)})`) };
  if (grouping === 'steps' && steps) {
    const isAscending = steps.every((step, index) => index === 0 || step > (steps[index - 1] ?? -Infinity));
    if (steps.length < 2 || steps.length > maxSteps || !isAscending)
      failFields({ [`${path}.steps`]: [`Give 2 to ${String(maxSteps)} numbers in ascending order.`] });
    return { kind: 'steps', field, steps, ...aliasAndText(`range(${field}, ${steps.join(', ')})`) };
  }
  if (grouping === 'cluster' && cluster) {
    const { zoom, radius } = cluster;
    return {
      kind: 'cluster',
      field,
      zoom,
      radius,
      ...aliasAndText(`geo_cluster(${field}, ${String(zoom)}, ${String(radius)})`),
    };
  }
  return { kind: 'expression', expression: fieldExpression(field), ...aliasAndText(field) };
}

function measureTree(input: MeasureInput, path: string, scope: Scope): NamedItem {
  const { function: name, field, percent } = input;
  const isStar = typeof field !== 'string';
  if (isStar && name !== 'count') failFields({ [`${path}.field`]: [`Name the field of ${name}.`] });
  if (!isStar) fieldIn(scope, field, `${path}.field`);
  const isPercentile = name === 'percentile';
  if (isPercentile !== (typeof percent === 'number'))
    failFields({ [`${path}.percent`]: ['Give percent with percentile, and only then.'] });
  if (typeof percent === 'number' && (percent < 0 || percent > 100))
    failFields({ [`${path}.percent`]: ['Give a number from 0 to 100.'] });
  const isDistinct = name === 'count_distinct';
  const expression = call(isDistinct ? 'count' : name, field ?? undefined, {
    isDistinct,
    percent: percent ?? undefined,
  });
  return { kind: 'expression', expression, alias: nameOf(input, expression.text, `${path}.as`) };
}

const fieldIn = (scope: Scope, name: string, path: string): ScopeField =>
  scope.find(name) ?? failFields({ [path]: [`Unknown field: ${name}`] });

/** The maximum length of the name of a key or a measure. */
const maxNameLength = 200;

function nameOf({ as }: { readonly as?: string | null }, text: string, path: string): string {
  if (typeof as !== 'string') return text;
  return as.length > 0 && as.length <= maxNameLength
    ? as
    : failFields({ [path]: [`Give a name of 1 to ${String(maxNameLength)} characters.`] });
}

/** A call of a function on a field, or on all records. */
function call(
  name: string,
  field: string | undefined,
  { isDistinct = false, percent }: { readonly isDistinct?: boolean; readonly percent?: number | undefined } = {},
): Expression {
  const args: Expression[] = [
    ...(field === undefined ? [] : [fieldExpression(field)]),
    ...(percent === undefined ? [] : [{ kind: 'literal', value: percent, text: String(percent) } as const]),
  ];
  const written = args.map(({ text }) => text).join(', ');
  return {
    kind: 'call',
    name,
    arguments: args,
    isStar: field === undefined,
    isDistinct,
    named: [],
    text: `${name}(${isDistinct ? 'distinct ' : ''}${field === undefined ? '*' : written})`,
  };
}
