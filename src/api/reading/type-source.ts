import type { ClassType } from 'type-graphql';
import type { Sql } from '#kernel/sql.ts';
import type { Config } from '#platform/config.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Session } from '../session.ts';

/** An SQL expression over the table under an alias; it may depend on the session. */
export type ColumnExpression = (alias: Sql, session: Session) => Sql;

/** An object stored in a jsonb column without an id, and the expression of its `id`. */
export interface EmbeddedObject {
  readonly object: string | ColumnExpression;
  readonly id: ColumnExpression;
}

/** How a field is read: from the named column, by an expression, or as an embedded object. */
export type Column = string | ColumnExpression | EmbeddedObject;

/** A column of an order, and its SQL type, to which the text of a cursor is cast. */
export interface OrderColumn {
  readonly column: string;
  /** The jsonb column that has the value as a member named `column`; without it, `column` is a column of the table. */
  readonly within?: string;
  readonly type: 'text' | 'timestamptz' | 'integer';
  /** The value where it is no column, such as a number of rows that refer to this one: it depends on the key of the source alone, and is never null. */
  readonly valueOfKey?: (alias: Sql) => Sql;
  /** The collation of the order, where it is not that of the column. */
  readonly collation?: string;
  /** Whether the column is sorted against the direction of the order. */
  readonly isOpposite?: boolean;
}

/** An order for cursors: its columns are unique together. */
export interface Order {
  readonly by: readonly OrderColumn[];
  readonly descending?: boolean;
  /** What its cursors begin with, where a list has several orders: a cursor of another order is refused. */
  readonly name?: string;
}

/** A reason for which a session sees rows, such as a ruleset, and the query that finds them by an index in the source's order. */
export interface AccessPath {
  /** The query of the rows' keys and of the columns of their order, under the names of the source. */
  readonly rows: Sql;
  /** An array: the rows are read for each of its elements, which the query names `grantee`. */
  readonly grantees?: Sql;
}

/** A row as the graph reads it: the fields of the type, and the columns that relations join on. */
export type Row<T extends object = object> = T & { readonly [column: string]: unknown };

/** How a GraphQL type is read from its table. Lists, lookups, counts, loaders and plans are derived from it. */
export interface TypeSource<T extends object = object> {
  /** The GraphQL type's name; for an interface, the column `__typename` of each row has the name of its type. */
  readonly type: string;
  /** The class of the type. */
  readonly of: abstract new () => object;
  readonly table: string;
  /** The column that identifies a row, at least within its parent. */
  readonly key: string;
  readonly columns: Readonly<Record<string, Column>>;
  /** The condition of the row under the alias that the key of a global identifier names, where that key is not the value of `key`. */
  readonly isNode?: (alias: Sql, key: Sql, session: Session) => Sql;
  /** The unique columns by each of which a supergraph identifies a row (`@key` of Apollo Federation), if it does. */
  readonly entityKeys?: readonly string[];
  readonly order: Order;
  /** Whether looking up rows by key saves nothing, because no index finds them or reading a key costs as much. */
  readonly isKeyLookupCostly?: boolean;
  /** The condition under which a session may see a row of the table under the alias. */
  readonly visible: (session: Session, alias: Sql) => Sql;
  /**
   * The paths that find the rows which `visible` allows, all of them and no others, so that a page costs the same however many rights the
   * caller has. Their keys are unique. Undefined where an index of the table has the visible rows in their order.
   */
  readonly accessPaths?: (session: Session) => readonly AccessPath[] | undefined;
  /** Columns selected in addition, because a relation joins on them. */
  readonly joinColumns: Set<string>;
  /** The fields that lead to other rows; modules add fields to the types of the modules below them. */
  readonly relations: Map<string, Relation>;
  /** The fields that lead to rows over several hops. */
  readonly traversals: Map<string, Traversal>;
  /** The fields computed from a row. */
  readonly computedFields: Map<string, ComputedField>;
  /** The fields whose JSON the database writes. Their resolvers send the same expression in a statement of their own. */
  readonly writtenFields: Map<string, WrittenField>;
  /** Values that only resolvers need, by a name that is not the name of a field. */
  readonly extras: Map<string, ColumnExpression>;
  /** The columns that the resolver of a field needs, by field. Without an entry the resolver may need the whole row. */
  readonly resolverNeeds: Map<string, readonly string[]>;
  /** Never set; the property only lets the compiler infer the type of the rows. */
  readonly row?: T;
}

/** The arguments of a field except those of its page: values, or the parameters of a plan. */
export type GivenArguments = Readonly<Record<string, unknown>>;

/** Converts the text of an argument to the value that conditions compare with; fails INVALID_INPUT at the path of the argument. */
export type ParseArgument = (text: string, path: string) => readonly string[];

/** The filter and the orders of a list, as resolvers and plans use them. */
export interface ListCriteria {
  /** The class of the arguments `filter` and `orderBy`. */
  readonly args: ClassType;
  /** The class of the argument `filter` alone. */
  readonly filterArgs: ClassType;
  /** The names of the input types, whose values affect a statement's text by the members that are given. */
  readonly inputs: readonly string[];
  /** Parsers by the path of a member: `filter.title`. */
  readonly parse: Readonly<Record<string, ParseArgument>>;
  /** The condition that the given members request, by their paths; undefined where none is given. */
  readonly where: (given: GivenArguments, alias: Sql) => Sql | undefined;
  /** The order that the arguments request; fails INVALID_INPUT where they have too many keys. */
  readonly order: (args: GivenArguments) => Order;
}

/** The rows of one source that belong to a row of another, under a field of its type. */
export interface Relation<From extends object = object, To extends object = object> {
  readonly from: TypeSource<From>;
  /** The field of the GraphQL type. */
  readonly field: string;
  readonly to: TypeSource<To>;
  /** The columns that join the rows: a column of `from`, and a column of `to`. */
  readonly on: readonly [from: string, to: string];
  /** One row, a page of rows, or the one row that an argument of the field identifies. */
  readonly returns: 'one' | 'page' | 'byArgument';
  /** For a `byArgument` relation: the column with which the argument is compared. */
  readonly argumentColumn: string;
  /** For a `byArgument` relation: the name of the argument. */
  readonly argument: string;
  /** The order of a page; by default the order of `to`. */
  readonly order: Order;
  /** The filter and the orders of a page. */
  readonly list?: ListCriteria;
  /** The condition that the arguments add, on the rows under the alias. */
  readonly where?: (given: GivenArguments, alias: Sql) => Sql | undefined;
  /** Whether callers who see the row of `from` see these rows, so that no further check is needed. */
  readonly authorizedByParent: boolean;
  /** Whether the column of `from` is a foreign key, so that the row exists. */
  readonly isForeignKey: boolean;
}

/** Where the caller reaches the service: what an address that a client follows begins with. */
export type CallerAddress = Pick<Session, 'address'>;

/** What the value of a computed field may need beyond its row: decrypting a column, defaults of the environment, and addresses of this service. */
export interface ValueAccess extends CallerAddress {
  readonly secrets: Secrets;
  readonly config: Config;
}

/** A field computed from the columns of its row and its arguments, without a statement. */
export interface ComputedField {
  /** The fields of the row that it is computed from. */
  readonly needs: readonly string[];
  readonly value: (row: object, args: object, access: ValueAccess) => unknown;
  readonly inSql?: ValueInSql | undefined;
}

/** The JSON value of a field of a row. Only enums and booleans may be its arguments, because each value has its own plan. */
export type WrittenField = (alias: Sql, session: Session, args: GivenArguments) => Sql;

/** The value of a computed field where SQL can express it. */
export interface ValueInSql {
  /** The condition that SQL can express the value of a row. */
  readonly isKnown: (alias: Sql, session: Session) => Sql;
  /** The value of such a row for the given arguments, as the resolver returns it. */
  readonly value: (alias: Sql, given: GivenArguments, session: Session) => Sql;
}

/** A field that leads to rows over several hops, within the bounds of its arguments. */
export interface Traversal<From extends object = object, To extends object = object> {
  readonly from: TypeSource<From>;
  readonly field: string;
  /** The source of the rows: its columns are those that `query` returns. */
  readonly to: TypeSource<To>;
  /** Checks the arguments; fails INVALID_INPUT when one is out of range. */
  readonly parseArguments: (args: GivenArguments) => GivenArguments;
  /** The query for the hops from the row with this key that the session may see; its column `truncated` is whether some hops were left out. */
  readonly query: (given: GivenArguments, key: Sql, session: Session) => Sql;
}
