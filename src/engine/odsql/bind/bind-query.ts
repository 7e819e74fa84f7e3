import { onceFor } from '#kernel/once-for.ts';
import { printGroupKey } from '../print.ts';
import type { Scope, ScopeField } from '../scope.ts';
import type { Filter, GroupKey, OrderKey, Refinement, SelectItem } from '../tree.ts';
import { bindFilter, compareWithLiteral } from './bind-filter.ts';
import { bindExpression, bindScalar, hasAggregate, type NamedExpressions } from './bind-expression.ts';
import {
  Binding,
  type BoundExpression,
  type BoundFilter,
  type BoundGroupKey,
  type BoundItem,
  type BoundOrderKey,
  type BoundQuery,
  fieldExpression,
  isMultivalued,
  isNumber,
  isTime,
  type ScalarExpression,
} from './bound.ts';
import { spanOf } from './bind-literal.ts';
import { readDate } from '../parse/parse-expression.ts';

/** The clauses of a query, parsed; an absent list is empty. */
export interface Query {
  readonly select?: readonly SelectItem[];
  readonly where?: Filter | null;
  readonly groupBy?: readonly GroupKey[];
  readonly orderBy?: readonly OrderKey[];
}

/** Binds all clauses of a query. Fails ODSQL_ERROR and INCOMPATIBLE_TYPES; the error names the clause. */
export function bindQuery<F extends ScopeField>(
  { select = [], where = null, groupBy = [], orderBy = [] }: Query,
  scope: Scope<F>,
): BoundQuery<F> {
  const filter = where && bindFilter(where, scope);
  checkAliases(select, groupBy, scope);
  const keys = groupBy.length > 0 ? groupBy.map((key) => bindGroupKey(key, new Binding(scope, 'group_by'))) : null;
  const keyNames = keys && keysByText(groupBy, keys);
  const selected = bindItems(select, new Binding(scope, 'select'), {
    keys: keyNames,
    aliases: keysByAlias(groupBy, keys),
  });
  const aliases = new Map([
    ...keysByAlias(groupBy, keys),
    ...select.flatMap((item): [string, BoundExpression<F>][] => {
      const alias = item.kind === 'expression' ? item.alias : null;
      const found = selected.find(({ name }) => name === alias);
      return found ? [[found.name, found.expression]] : [];
    }),
  ]);
  const items = keys ? [...unselectedKeys(keys, selected), ...selected] : selected;
  const names: NamedExpressions<F> = { keys: keyNames, aliases };
  return {
    scope,
    filter,
    keys,
    items,
    isAggregated: !keys && items.some(({ expression }) => hasAggregate(expression)),
    order: orderBy.map((key) => bindOrderKey(key, new Binding(scope, 'order_by'), names)),
  };
}

const aliasOf = (item: SelectItem | GroupKey): string[] => ('alias' in item && item.alias !== null ? [item.alias] : []);

function checkAliases(select: readonly SelectItem[], groupBy: readonly GroupKey[], scope: Scope): void {
  const aliases = [...groupBy.flatMap(aliasOf), ...select.flatMap(aliasOf)];
  const repeated = aliases.find((alias, index) => aliases.indexOf(alias) !== index);
  const clause = groupBy.flatMap(aliasOf).length === aliases.length ? 'group_by' : 'select';
  if (repeated !== undefined) new Binding(scope, clause).malformed(`Alias '${repeated}' is declared several times`);
}

const keyExpression = <F extends ScopeField>({ type }: BoundGroupKey<F>, index: number): BoundExpression<F> => ({
  kind: 'key',
  type,
  index,
});

const keysByText = <F extends ScopeField>(
  groupBy: readonly GroupKey[],
  keys: readonly BoundGroupKey<F>[],
): ReadonlyMap<string, BoundExpression<F>> =>
  new Map(
    keys.flatMap((key, index) => {
      const parsed = groupBy[index];
      return parsed ? [[printGroupKey(parsed), keyExpression(key, index)] as const] : [];
    }),
  );

const keysByAlias = <F extends ScopeField>(
  groupBy: readonly GroupKey[],
  keys: readonly BoundGroupKey<F>[] | null,
): ReadonlyMap<string, BoundExpression<F>> =>
  new Map(
    (keys ?? []).flatMap((key, index) =>
      groupBy[index]?.alias == null ? [] : [[key.name, keyExpression(key, index)] as const],
    ),
  );

/** The keys that `select` omits. Every row contains them in addition. */
const unselectedKeys = <F extends ScopeField>(
  keys: readonly BoundGroupKey<F>[],
  selected: readonly BoundItem<F>[],
): BoundItem<F>[] =>
  keys
    .map((key, index) => ({ name: key.name, expression: keyExpression(key, index) }))
    .filter(({ name }) => !selected.some((item) => item.name === name));

/** Binds a key of `order_by`. Fails ODSQL_ERROR. */
function bindOrderKey<F extends ScopeField>(
  key: OrderKey,
  binding: Binding<F>,
  names: NamedExpressions<F>,
): BoundOrderKey<F> {
  if (key.kind === 'random') {
    return names.keys ? binding.malformed('random() orders records, not groups') : { kind: 'random', seed: key.seed };
  }
  if (key.kind === 'group') {
    const found = names.keys?.get(printGroupKey(key.key));
    return found
      ? { kind: 'expression', expression: found, isDescending: key.isDescending }
      : binding.malformed(`${key.key.text} is not in group_by`);
  }
  const expression = bindExpression(key.expression, binding, names);
  const { text } = key.expression;
  if (!names.keys && hasAggregate(expression)) binding.malformed(`${text} is an aggregate, which needs group_by`);
  if (!hasOrder(expression)) binding.malformed(`${text} has no order`);
  return { kind: 'expression', expression, isDescending: key.isDescending };
}

const hasOrder = <F extends ScopeField>(expression: BoundExpression<F>): boolean =>
  !isMultivalued(expression) && (expression.type === 'text' || isNumber(expression.type) || isTime(expression.type));

/** Binds the items of `select` to columns. Without items these are all fields, or none with `group_by`. Fails ODSQL_ERROR. */
function bindItems<F extends ScopeField>(
  items: readonly SelectItem[],
  binding: Binding<F>,
  names: NamedExpressions<F>,
): readonly BoundItem<F>[] {
  // The cast is safe, because the items are those of the fields of this scope.
  if (items.length === 0 && !names.keys) return allItems(binding.scope.fields) as readonly BoundItem<F>[];
  const all: readonly SelectItem[] = items.length > 0 ? items : [{ kind: 'all' }];
  const bound = all.flatMap((item, index) => bindItem(item, index, all, binding, names));
  return withoutRepeated(bound);
}

/** The items of all fields of a scope, which queries without `select` share. */
const allItems = onceFor((fields: readonly ScopeField[]): readonly BoundItem[] =>
  withoutRepeated(fields.map((field) => ({ name: field.name, expression: fieldExpression(field) }))),
);

function bindItem<F extends ScopeField>(
  item: SelectItem,
  index: number,
  all: readonly SelectItem[],
  binding: Binding<F>,
  names: NamedExpressions<F>,
): BoundItem<F>[] {
  switch (item.kind) {
    case 'expression':
      return [
        { name: item.alias ?? item.expression.text, expression: bindExpression(item.expression, binding, names) },
      ];
    case 'group': {
      const key = names.keys?.get(printGroupKey(item.key));
      return key
        ? [{ name: item.key.text, expression: key }]
        : binding.malformed(`${item.key.text} is not in group_by`);
    }
    case 'all':
    case 'include':
    case 'exclude':
      // All items of these kinds together select one list of fields, which takes the place of the first of them.
      return all.findIndex(isOfFields) === index && !names.keys ? fieldItems(all.filter(isOfFields), binding) : [];
  }
}

type FieldsItem = Extract<SelectItem, { kind: 'all' | 'include' | 'exclude' }>;

const isOfFields = (item: SelectItem): item is FieldsItem =>
  item.kind === 'all' || item.kind === 'include' || item.kind === 'exclude';

function fieldItems<F extends ScopeField>(items: readonly FieldsItem[], binding: Binding<F>): BoundItem<F>[] {
  const patterns = (kind: 'include' | 'exclude') => items.flatMap((item) => (item.kind === kind ? item.patterns : []));
  const [included, excluded] = [patterns('include'), patterns('exclude')];
  const named = included.filter((pattern) => !pattern.endsWith('*')).map((name) => binding.field(name));
  excluded.filter((pattern) => !pattern.endsWith('*')).forEach((name) => binding.field(name));
  const isAll = included.length === 0 || items.some(({ kind }) => kind === 'all');
  const fields = binding.scope.fields.filter(({ name }) => isAll || matchesOne(name, included));
  return [...new Set([...fields, ...named])]
    .filter(({ name }) => !matchesOne(name, excluded))
    .map((field) => ({ name: field.name, expression: fieldExpression(field) }));
}

const matchesOne = (name: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => (pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern));

/** Keeps the last of several items with the same name, so that an alias replaces a field of `*`. */
const withoutRepeated = <F extends ScopeField>(items: readonly BoundItem<F>[]): readonly BoundItem<F>[] => [
  ...new Map(items.map((item) => [item.name, item])).values(),
];

const maxZoom = 25;
const maxRadius = 1_000;
/** The maximum number of units in an interval. The limit keeps the ends of intervals within the years that dates have. */
const maxCount = 1_000_000;

/** The units of which an interval has exactly one. */
const singleUnits: ReadonlySet<string> = new Set(['week', 'month', 'quarter', 'year']);

/** Binds a key of `group_by`. Fails ODSQL_ERROR. */
function bindGroupKey<F extends ScopeField>(key: GroupKey, binding: Binding<F>): BoundGroupKey<F> {
  const name = key.alias ?? key.text;
  if (key.kind === 'expression') {
    const { kind } = key.expression;
    if (kind === 'arithmetic' || kind === 'negative') binding.malformed(`group_by does not accept ${key.text}`);
    const expression = bindScalar(key.expression, binding);
    if (expression.kind === 'literal') return binding.malformed(`${key.text} is not a field`);
    checkGrouping(expression, key.text, binding);
    return { kind: 'expression', name, type: expression.type, expression };
  }
  const field = binding.field(key.field);
  const { timezone } = binding.scope;
  switch (key.kind) {
    case 'width':
      if (!isNumber(field.type)) return binding.malformed(`${key.text}: a range with a width needs a number`);
      return key.width > 0
        ? { kind: 'width', name, type: 'text', field, width: key.width }
        : binding.malformed(`${key.text}: the width of a range must be greater than 0`);
    case 'interval':
      checkInterval(key, field, binding);
      return { kind: 'interval', name, type: 'text', field, count: key.count, unit: key.unit, timezone };
    case 'steps':
      return { kind: 'steps', name, type: 'text', field, steps: bindSteps(key, field, binding), timezone };
    case 'cluster':
      checkCluster(key, field, binding);
      return { kind: 'cluster', name, type: 'json', field, zoom: key.zoom, radius: key.radius };
  }
}

/** Fails ODSQL_ERROR for points, shapes and files, which cannot be grouped. */
function checkGrouping<F extends ScopeField>({ type }: ScalarExpression<F>, text: string, binding: Binding<F>): void {
  if (type === 'geo_point_2d') {
    binding.malformed(
      `Aggregation on geo point field is not possible. Use the geo_cluster(${text}, int_precision) aggregation function instead`,
    );
  }
  if (type === 'geo_shape' || type === 'file') binding.malformed(`Aggregation on ${type} field is not possible`);
}

function checkInterval<F extends ScopeField>(
  key: GroupKey & { kind: 'interval' },
  field: F,
  binding: Binding<F>,
): void {
  if (!isTime(field.type)) binding.malformed(`${key.text}: a range with an interval needs a date or datetime`);
  if (key.count < 1 || key.count > maxCount || (singleUnits.has(key.unit) && key.count !== 1))
    binding.malformed(`${key.text}: use 1 with week, month, quarter and year, and 1 to ${maxCount} with other units`);
}

function bindSteps<F extends ScopeField>(
  key: GroupKey & { kind: 'steps' },
  { type }: F,
  binding: Binding<F>,
): (number | string | null)[] {
  const steps = key.steps.map((step) => {
    if (step === null) return null;
    if (isNumber(type) && typeof step === 'number') return step;
    return isTime(type) && typeof step === 'object'
      ? spanOf(step.date, type, binding.scope.timezone).start
      : binding.malformed(`${key.text}: the ends of ranges must have the type of the field`);
  });
  const ends = steps.filter((step) => step !== null);
  const isAscending = ends.every((step, index) => index === 0 || (ends[index - 1] ?? step) < step);
  const areInnerEndsClosed = steps.slice(1, -1).every((step) => step !== null);
  return ends.length > 0 && isAscending && areInnerEndsClosed
    ? steps
    : binding.malformed(`${key.text}: the ends of ranges must ascend, and only the first or last may be *`);
}

function checkCluster<F extends ScopeField>(
  { text, zoom, radius }: GroupKey & { kind: 'cluster' },
  { type }: F,
  binding: Binding<F>,
): void {
  if (type !== 'geo_point_2d') binding.malformed(`${text}: geo_cluster() needs a geo_point_2d`);
  if (zoom < 0 || zoom > maxZoom) binding.malformed(`${text}: the zoom must be from 0 to ${maxZoom}`);
  if (radius < 1 || radius > maxRadius) binding.malformed(`${text}: the radius must be from 1 to ${maxRadius} pixels`);
}

/** The settings of a facet that decide how its values are refined. */
export interface FacetSettings {
  /** Whether several values of the field are alternatives. */
  readonly isDisjunctive: boolean;
  /** The separator between the levels of a hierarchical field; null for a field without levels. */
  readonly separator: string | null;
}

/** The filter of one field's refinements. */
export interface FieldRefinement<F extends ScopeField> {
  readonly field: F;
  readonly filter: BoundFilter<F>;
}

/** Binds `refine` to one filter for each field, so that a disjunctive facet can ignore its own filter. Fails ODSQL_ERROR. */
export function bindRefinements<F extends ScopeField>(
  refinements: readonly Refinement[],
  scope: Scope<F>,
  settingsOf: (field: F) => FacetSettings,
): FieldRefinement<F>[] {
  const binding = new Binding(scope, 'refine');
  return groupByField(refinements, binding).map(([field, values]) => {
    const settings = settingsOf(field);
    const filters = values.map((value) => bindValue(field, value, settings, binding));
    return { field, filter: { kind: settings.isDisjunctive ? 'or' : 'and', filters } };
  });
}

/** Binds `exclude` to a filter for the records with none of the values; null when nothing is excluded. Fails ODSQL_ERROR. */
export function bindExclusions<F extends ScopeField>(
  exclusions: readonly Refinement[],
  scope: Scope<F>,
  settingsOf: (field: F) => FacetSettings,
): BoundFilter<F> | null {
  const binding = new Binding(scope, 'exclude');
  if (exclusions.length === 0) return null;
  const filters = exclusions.map(({ field: name, value }): BoundFilter<F> => {
    const field = binding.field(name);
    return { kind: 'not', filter: bindValue(field, value, settingsOf(field), binding) };
  });
  return { kind: 'and', filters };
}

function groupByField<F extends ScopeField>(
  refinements: readonly Refinement[],
  binding: Binding<F>,
): [F, readonly string[]][] {
  const names = [...new Set(refinements.map(({ field }) => field))];
  return names.map((name) => [
    binding.field(name),
    refinements.filter(({ field }) => field === name).map(({ value }) => value),
  ]);
}

function bindValue<F extends ScopeField>(
  field: F,
  value: string,
  { separator }: FacetSettings,
  binding: Binding<F>,
): BoundFilter<F> {
  const operand = { text: field.name, bound: fieldExpression(field) };
  if (field.type === 'text') {
    const equal = compareWithLiteral(operand, '=', value, binding);
    if (separator === null) return equal;
    return { kind: 'or', filters: [equal, { kind: 'startsWith', fields: [field], prefix: value + separator }] };
  }
  if (isNumber(field.type)) {
    const isDecimal = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(value) && Number.isFinite(Number(value));
    return isDecimal ? compareWithLiteral(operand, '=', Number(value), binding) : { kind: 'constant', value: false };
  }
  if (isTime(field.type)) {
    const date = /[T ]/i.test(value) ? undefined : readDate(value);
    return date ? compareWithLiteral(operand, '=', date, binding) : { kind: 'constant', value: false };
  }
  return binding.malformed(`${field.name} is of type ${field.type}, which has no facet`);
}
