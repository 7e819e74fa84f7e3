import { printGroupKey } from '#engine/odsql/print.ts';
import type { Scope, ScopeField } from '#engine/odsql/scope.ts';
import type { Filter, GroupKey, OrderKey, SelectItem } from '#engine/odsql/tree.ts';
import { bindFilter } from '../filters/bind-filter.ts';
import { bindGroupKey } from './bind-group-by.ts';
import { bindExpression, hasAggregate, type NamedExpressions } from '../expressions/bind-expression.ts';
import { bindItems } from './bind-select.ts';
import { Binding, isMultivalued, isNumber, isTime } from '../binding.ts';
import type { BoundExpression } from '../bound/bound-expression.ts';
import type { BoundGroupKey, BoundItem, BoundOrderKey, BoundQuery } from '../bound/bound-query.ts';

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
