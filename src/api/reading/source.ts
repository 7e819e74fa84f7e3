import { sql, sqlName, type Sql } from '../../kernel/sql.ts';
import type { Session } from '../session.ts';
import type { Computed } from './computed.ts';
import type { Relation } from './relation.ts';
import type { Traversal } from './traversal.ts';

/** An expression over the table under an alias, for a caller. */
export type Expression = (alias: Sql, session: Session) => Sql;

/** An object that a jsonb column holds without its identity, and the expression of its `id`. */
export interface EmbeddedObject {
  readonly object: string | Expression;
  readonly id: Expression;
}

/** How a field is read: from the column of that name, by an expression, or as an embedded object. */
export type Column = string | Expression | EmbeddedObject;

/** A column that rows are ordered by, and its SQL type, which a cursor's text is cast to. */
export interface OrderColumn {
  readonly column: string;
  readonly type: 'text' | 'timestamptz' | 'integer';
}

/** An order that a cursor can continue: the columns together are unique, all in one direction. */
export interface Order {
  readonly by: readonly OrderColumn[];
  readonly descending?: boolean;
}

/** A row as the graph reads it: the type's fields, and beside them the columns that relations start from. */
export type Row<T extends object = object> = T & { readonly [column: string]: unknown };

/** Where a GraphQL type is read from. Lists, lookups, counts, loaders and plans are all made from this. */
export interface TypeSource<T extends object = object> {
  /** The GraphQL type's name; where it is an interface, each row tells the name of its own type in a column `__typename`. */
  readonly type: string;
  readonly table: string;
  /** The column that identifies a row, at least among those of its parent. */
  readonly key: string;
  readonly columns: Readonly<Record<string, Column>>;
  readonly order: Order;
  /** Whether a row costs no more than its key, as where no index finds it by the key: no row of a page is looked up again. */
  readonly isKeyOnly?: boolean;
  /** Who may see a row of the table under the alias. */
  readonly visible: (session: Session, alias: Sql) => Sql;
  /** Columns that rows carry along because a relation starts from them. */
  readonly joinColumns: Set<string>;
  /** The fields that lead to other rows; modules add to those of older types. */
  readonly relations: Map<string, Relation>;
  /** The fields that lead over any number of hops. */
  readonly traversals: Map<string, Traversal>;
  /** The fields that are worked out from a row. */
  readonly computed: Map<string, Computed>;
  /** Never set; carries the type of the rows. */
  readonly row?: T;
}

/** Declares where a type is read from; `T` is the class of the GraphQL type. */
export const source = <T extends object>(
  declaration: Omit<TypeSource<T>, 'joinColumns' | 'relations' | 'traversals' | 'computed' | 'row' | 'columns'> & {
    readonly columns: Readonly<Partial<Record<keyof T & string, Column>>>;
  },
): TypeSource<T> =>
  Object.freeze({
    ...declaration,
    columns: { ...declaration.columns } as Readonly<Record<string, Column>>,
    joinColumns: new Set([declaration.key]),
    relations: new Map(),
    traversals: new Map(),
    computed: new Map(),
  });

/** A column as the contract writes instants: UTC, whole seconds. */
export const timestamp =
  (column: string): Expression =>
  (alias) =>
    sql`to_char(${alias}.${sqlName(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** The expression of a column under an alias, for a caller. */
export function columnOf(column: Column, alias: Sql, session: Session): Sql {
  if (typeof column === 'string') return sql`${alias}.${sqlName(column)}`;
  if (typeof column === 'function') return column(alias, session);
  return sql`(${columnOf(column.object, alias, session)} || jsonb_build_object('id', ${column.id(alias, session)}))`;
}
