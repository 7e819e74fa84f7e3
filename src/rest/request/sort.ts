import { failFields } from '#kernel/fail.ts';

/** The parameter `sort` of a list: the keys of the order, in the order of their names (docs/contract/administration.md 1). */
export interface SortValue {
  readonly source: 'sort';
  readonly name: 'sort';
  /** The field of the order in the graph, by its name in `sort`. */
  readonly fields: Readonly<Record<string, string>>;
  /** The order of a request without the parameter; without it, that of the list. */
  readonly default?: string | undefined;
  /** Whether a request may name several fields. */
  readonly isList: boolean;
}

/** The names that `sort` may have, each with `-` before it for the descending order. */
export const sortNamesOf = ({ fields }: SortValue): readonly string[] =>
  Object.keys(fields).flatMap((name) => [name, `-${name}`]);

/** The most fields that the graph orders a list by. */
const maxSortFields = 4;

/** The keys of an order. The names exist in REST alone, so that REST refuses others: fails INVALID_INPUT at `sort`. */
export function parseOrder(
  value: SortValue,
  given: string | readonly string[] | undefined,
): readonly object[] | undefined {
  const asked = given ?? value.default;
  if (asked === undefined) return undefined;
  const names = [asked].flat().flatMap((text) => text.split(','));
  const keys = names.slice(0, maxSortFields + 1).map((name) => {
    const [, minus, field = ''] = /^(-?)(.*)$/s.exec(name.trim()) ?? [];
    const found = Object.hasOwn(value.fields, field) ? value.fields[field] : undefined;
    return found === undefined
      ? failFields({ sort: [`Choose ${value.isList ? 'from' : 'one of'} ${sortNamesOf(value).join(', ')}.`] })
      : { field: found, direction: minus === '-' ? 'DESC' : 'ASC' };
  });
  if (!value.isList && keys.length > 1) failFields({ sort: ['Name one field.'] });
  if (keys.length > maxSortFields) failFields({ sort: [`Name at most ${String(maxSortFields)} fields.`] });
  if (new Set(keys.map(({ field }) => field)).size < keys.length) failFields({ sort: ['Name each field once.'] });
  return keys;
}
