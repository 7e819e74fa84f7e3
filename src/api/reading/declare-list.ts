import { ArgsType, Field, InputType, registerEnumType } from 'type-graphql';
import { failFields } from '#kernel/fail.ts';
import { isJsonObject } from '#kernel/json.ts';
import { odsql, sql, type Sql, sqlAnd, sqlJoin, sqlName } from '#kernel/sql.ts';
import { foldText } from '#kernel/text.ts';
import { OrderDirection } from '../types/order-direction.ts';
import { DateTime } from '../types/scalars.ts';
import type { GivenArgument } from './declare-source.ts';
import { parseTitleSearch } from './title-search.ts';
import type { ListCriteria, Order, OrderColumn, ParseArgument, TypeSource } from './type-source.ts';

/** The maximum number of fields of an order: the first is read from an index, the others sort the rows that are equal in it. */
const maxOrderFields = 4;

@InputType({ description: 'A range of time. Without a bound, it has no end on that side.' })
export class TimeRange {
  @Field(() => DateTime, { nullable: true, description: 'The first instant of the range.' })
  from?: string | null;

  @Field(() => DateTime, { nullable: true, description: 'The first instant after the range.' })
  until?: string | null;
}

/** The condition that the value of a member, or of a part of it, requests of the rows under an alias. */
type Condition = (value: GivenArgument, alias: Sql) => Sql | undefined;

/** A member of a filter: its type in the graph, and its condition, or one for each part of an input object. */
interface FilterMember {
  readonly type: NonNullable<Parameters<typeof Field>[0]>;
  readonly description: string;
  readonly parse?: ParseArgument;
  readonly where: Condition | Readonly<Record<string, Condition>>;
}

/** A member that is equal to a column. */
export const equalTo = (column: string, type: FilterMember['type'], description: string): FilterMember => ({
  type,
  description,
  where: (value, alias) => sql`${alias}.${sqlName(column)} = ${value}`,
});

/** A member whose values a column of texts has one of. */
export const oneOf = (column: string, type: FilterMember['type'], description: string): FilterMember => ({
  type,
  description,
  where: (values, alias) => sql`${alias}.${sqlName(column)} = any(${values}::text[])`,
});

/** A range of the instants of a column. */
export const timeRange = (column: string, description: string): FilterMember => ({
  type: () => TimeRange,
  description,
  where: {
    from: (from, alias) => sql`${alias}.${sqlName(column)} >= ${from}::timestamptz`,
    until: (until, alias) => sql`${alias}.${sqlName(column)} < ${until}::timestamptz`,
  },
});

/** Words of a title, or of another text that people know an item by; `where` receives their patterns. */
export const titleWords = (where: Condition, text = 'title'): FilterMember => ({
  type: () => String,
  description: `Words of the ${text}, the last may be a prefix; at most 200 characters and 20 words.`,
  parse: parseTitleSearch,
  where,
});

/** A text that one of the texts of an item contains, whatever their case and accents; `names` lists the texts in a sentence. */
export const containedIn = (names: string, texts: (alias: Sql) => readonly Sql[]): FilterMember => ({
  type: () => String,
  description: `The ${names} contains this text, ignoring case and accents.`,
  parse: (search) => [foldText(search)],
  where: (search, alias) =>
    sql`(${sqlJoin(
      texts(alias).map((text) => sql`strpos(${odsql}fold(${text}), (${search}::text[])[1]) > 0`),
      ' or ',
    )})`,
});

/**
 * Members of a filter as conditions on rows that refer to those of the members: `refers` is the condition that the row which a row refers to, under
 * the alias `referred`, meets a condition.
 */
export const referring = (
  members: Readonly<Record<string, FilterMember>>,
  referred: Sql,
  refers: (row: Sql, condition: Sql) => Sql,
): Readonly<Record<string, FilterMember>> => {
  const ofReferring =
    (condition: Condition): Condition =>
    (value, row) => {
      const requested = condition(value, referred);
      return requested && refers(row, requested);
    };
  return Object.fromEntries(
    Object.entries(members).map(([name, { where, ...member }]) => [
      name,
      {
        ...member,
        where:
          typeof where === 'function'
            ? ofReferring(where)
            : Object.fromEntries(Object.entries(where).map(([part, condition]) => [part, ofReferring(condition)])),
      },
    ]),
  );
};

/** A column by which a list is ordered; rows that are equal in all of them are ordered by the key of the source. */
interface OrderField extends OrderColumn {
  readonly description: string;
  /** Whether no two rows have the same value. */
  readonly isUnique?: boolean;
}

/** What the inputs of a list are called. */
interface ListNames {
  /** What the inputs are called: `Dataset` for `DatasetFilter` and `DatasetOrder`. */
  readonly name: string;
  /** The items in a sentence: `datasets`. */
  readonly items: string;
}

/** What a module declares of the filter and the orders of a list; a list without names of its own has the filter of another list, and no orders. */
type ListDeclaration = (ListNames | { readonly filterOf: ListCriteria }) & {
  readonly source: TypeSource;
  readonly filter: Readonly<Record<string, FilterMember>>;
  /** The orders by the value of the enum; each has an index where the list may grow beyond some thousands of rows. */
  readonly orders?: Readonly<Record<string, OrderField>>;
};

/** Declares the arguments `filter` and `orderBy` of a list. */
export function listCriteria({ source, filter, orders = {}, ...inputs }: ListDeclaration): ListCriteria {
  const conditions = Object.entries(filter).flatMap(([member, { where }]): (readonly [string, Condition])[] =>
    typeof where === 'function'
      ? [[`filter.${member}`, where]]
      : Object.entries(where).map(([part, condition]) => [`filter.${member}.${part}`, condition]),
  );
  return Object.freeze({
    ...('filterOf' in inputs
      ? { ...inputs.filterOf, args: inputs.filterOf.filterArgs }
      : argumentsOf({ ...inputs, filter, orders })),
    parse: Object.fromEntries(
      Object.entries(filter).flatMap(([member, { parse }]) => (parse ? [[`filter.${member}`, parse]] : [])),
    ),
    where(given, alias) {
      const requested = conditions.flatMap(([path, condition]) => {
        const value = given[path];
        return isGiven(value) ? (condition(value, alias) ?? []) : [];
      });
      return requested.length > 0 ? sqlAnd(...requested) : undefined;
    },
    order: ({ orderBy }) => orderOf(source, orders, Array.isArray(orderBy) ? orderBy : []),
  } satisfies ListCriteria);
}

/** Whether a value is that of an argument; `filter` was named by its members, and has no value of its own. */
const isGiven = (value: unknown): value is GivenArgument => value !== undefined && value !== null;

/** The order of a list by its keys; the order of the source without keys, and where they are its columns. */
function orderOf(
  source: TypeSource,
  orders: Readonly<Record<string, OrderField>>,
  keys: readonly { readonly field: string; readonly direction: `${OrderDirection}` }[],
): Order {
  const [first] = keys;
  if (!first) return source.order;
  if (keys.length > maxOrderFields) failFields({ orderBy: [`Order by at most ${String(maxOrderFields)} fields.`] });
  if (new Set(keys.map(({ field }) => field)).size < keys.length)
    failFields({ orderBy: ['Order by each field once.'] });
  const fields = keys.flatMap(({ field, direction }) => {
    const found = orders[field];
    return found ? { ...found, isOpposite: direction !== first.direction } : [];
  });
  const unique = fields.findIndex(({ isUnique }) => isUnique);
  const by = (unique < 0 ? fields : fields.slice(0, unique + 1)).map(
    ({ column, within, valueOfKey, type, collation, isOpposite }): OrderColumn => ({
      column,
      ...(valueOfKey && { valueOfKey }),
      ...(within !== undefined && { within }),
      type,
      ...(collation !== undefined && { collation }),
      ...(isOpposite && { isOpposite }),
    }),
  );
  const order: Order = {
    by: ownOrder(source, by) ?? (unique < 0 ? [...by, { column: source.key, type: 'text' }] : by),
    ...(first.direction === 'DESC' && { descending: true }),
  };
  if (JSON.stringify(order) === JSON.stringify(source.order)) return source.order;
  const name = keys.map(({ field, direction }) => `${field} ${direction === 'DESC' ? 'DESC' : 'ASC'}`).join();
  return { ...order, name };
}

/** The columns of the order of a source that begins with the only column that is asked for: an index has them in both directions. */
const ownOrder = ({ order }: TypeSource, [asked, ...others]: readonly OrderColumn[]): Order['by'] | undefined =>
  others.length === 0 && JSON.stringify(order.by[0]) === JSON.stringify(asked) ? order.by : undefined;

/** The classes of the arguments of a list, and the input types of its filter and its order. */
function argumentsOf({
  name,
  items,
  filter,
  orders,
}: ListNames & Pick<Required<ListDeclaration>, 'filter' | 'orders'>): Pick<
  ListCriteria,
  'args' | 'filterArgs' | 'inputs'
> {
  @InputType(`${name}Filter`, { description: `Conditions on ${items}, all of which must hold.` })
  class Filter {}
  for (const [member, { type, description }] of Object.entries(filter))
    Field(type, { nullable: true, description })(Filter.prototype, member);

  @ArgsType()
  class ListArgs {
    @Field(() => Filter, { nullable: true, description: `Which ${items}.` })
    filter?: object | null;
  }
  const fields = Object.keys(orders);
  const inputs = [`${name}Filter`, `${name}Order`, 'TimeRange'];
  if (fields.length === 0) return { args: ListArgs, filterArgs: ListArgs, inputs };

  const OrderFieldEnum = Object.fromEntries(fields.map((field) => [field, field]));
  registerEnumType(OrderFieldEnum, {
    name: `${name}OrderField`,
    description: `What ${items} are ordered by.`,
    valuesConfig: Object.fromEntries(
      Object.entries(orders).map(([field, { description }]) => [field, { description }]),
    ),
  });

  @InputType(`${name}Order`, { description: `A key of the order of ${items}.` })
  class Key {
    @Field(() => OrderFieldEnum, { description: 'What is compared.' })
    field!: string;

    @Field(() => OrderDirection, { defaultValue: OrderDirection.ASC, description: 'Which value comes first.' })
    direction!: OrderDirection;
  }

  @ArgsType()
  class OrderedListArgs extends ListArgs {
    @Field(() => [Key], {
      nullable: true,
      description: `At most ${String(maxOrderFields)} keys, each field once; then by identifier.`,
    })
    orderBy?: Key[] | null;
  }
  return { args: OrderedListArgs, filterArgs: ListArgs, inputs };
}

/** The given arguments of a list by name, those of an input object by path: `filter.updatedAt.from`. Null counts as not given. */
export const givenArguments = (args: object): Record<string, unknown> => Object.fromEntries(membersOf(args, ''));

const membersOf = (value: object, path: string): (readonly [string, unknown])[] =>
  Object.entries(value).flatMap(([name, member]: [string, unknown]): (readonly [string, unknown])[] => {
    if (member === null || member === undefined || name === 'orderBy') return [];
    return isJsonObject(member) ? membersOf(member, `${path}${name}.`) : [[`${path}${name}`, member]];
  });

/** The part of the value of an input of a list that affects a statement's text: which members are given, and the keys of an order. */
export function shapeOfListInput(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  const keys = [value].flat().slice(0, maxOrderFields + 1);
  if (keys.every((key) => isJsonObject(key) && 'field' in key && 'direction' in key)) return JSON.stringify(keys);
  return typeof value === 'object' ? Object.keys(givenArguments(value)).join() : 'given';
}
