import { Field, ID, InterfaceType } from 'type-graphql';
import { sql } from '#kernel/sql.ts';
import { base64Url, columnSql } from '../reading/declare/source.ts';
import type { ColumnExpression } from '../reading/declare/type-source.ts';

@InterfaceType('Node', {
  description: 'Anything that `node(id)` finds.',
  resolveType: (value: { __typename: string }) => value.__typename,
})
export abstract class Node {
  @Field(() => ID, { description: 'Identifies the object in the whole graph; opaque.' })
  id!: string;
}

/** The description of the `id` of an object that clients reach only through its parent. */
export const unreachableIdDescription =
  'Identifies the object in the whole graph, for caches of clients. Opaque. `node(id)` does not find it; its parent leads to it.';

/** The global identifier of a row, or of a part of a row: base64url of `Type:key`. The key is a column or an expression. */
export const nodeId =
  (type: string, key: string | ColumnExpression): ColumnExpression =>
  (alias, session) =>
    base64Url(sql`${`${type}:`}::text || ${columnSql(key, alias, session)}::text`);
