import type { Sql } from '../../kernel/sql.ts';
import type { Order, TypeSource } from './source.ts';

/** The arguments of a field that are given, beside those of its page: values, or the parameters that will hold them. */
export type GivenArguments = Readonly<Record<string, unknown>>;

/** Which rows of one source belong to a row of another, under a field of its type. */
export interface Relation<From extends object = object, To extends object = object> {
  readonly from: TypeSource<From>;
  /** The field of the GraphQL type that leads there. */
  readonly field: string;
  readonly to: TypeSource<To>;
  /** Column of `from` → column of `to`. */
  readonly on: readonly [from: string, to: string];
  /** One row, a page of rows, or the one row among them that an argument of the field names. */
  readonly returns: 'one' | 'page' | 'named';
  /** Where an argument names one: the column that it is compared with. */
  readonly namedBy: string;
  /** That argument of the field. */
  readonly argument: string;
  /** The order of a page; that of `to` unless told. */
  readonly order: Order;
  /** What the arguments of the field narrow a page to, as a condition on the alias. */
  readonly where?: (given: GivenArguments, alias: Sql) => Sql | undefined;
  /** The order that arguments ask for, by their values: enums or booleans only, for each value has a plan of its own. */
  readonly orderFor?: (args: GivenArguments) => Order;
  /** Whether whoever sees the row of `from` sees these rows too, so that nobody need ask again. */
  readonly authorizedByParent: boolean;
  /** Whether the column of `from` is a foreign key, so that the row which it names is there. */
  readonly isForeignKey: boolean;
}

/** What a module writes down of a relation. */
export type RelationDeclaration<From extends object, To extends object> = Pick<
  Relation<From, To>,
  'from' | 'field' | 'to' | 'on' | 'returns'
> &
  Partial<
    Pick<Relation, 'order' | 'authorizedByParent' | 'isForeignKey' | 'namedBy' | 'argument' | 'where' | 'orderFor'>
  >;

/** Declares a relation; the rows of `from` carry the column that it starts from. */
export function relation<From extends object, To extends object>(
  declaration: RelationDeclaration<From, To>,
): Relation<From, To> {
  const { from, to, field, on } = declaration;
  const declared = Object.freeze({
    order: to.order,
    authorizedByParent: false,
    isForeignKey: false,
    namedBy: to.key,
    argument: 'uid',
    ...declaration,
  });
  from.joinColumns.add(on[0]);
  from.relations.set(field, declared);
  return declared;
}
