import { printGroupKey } from '#engine/odsql/print.ts';
import type { ScopeField } from '#engine/odsql/scope.ts';
import type { SelectItem } from '#engine/odsql/tree.ts';
import { bindExpression, type NamedExpressions } from '../expressions/bind-expression.ts';
import { fieldExpression, type Binding } from '../binding.ts';
import type { BoundItem } from '../bound/bound-query.ts';

/** Binds the items of `select` to columns. Without items these are all fields, or none with `group_by`. Fails ODSQL_ERROR. */
export function bindItems<F extends ScopeField>(
  items: readonly SelectItem[],
  binding: Binding<F>,
  names: NamedExpressions<F>,
): readonly BoundItem<F>[] {
  const all: readonly SelectItem[] = items.length > 0 ? items : [{ kind: 'all' }];
  const bound = all.flatMap((item, index) => bindItem(item, index, all, binding, names));
  return withoutRepeated(bound);
}

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
