import { Field, ID, InterfaceType } from 'type-graphql';
import { base64Url } from '../reading/base64-url.ts';
import { sql, sqlName } from '../../kernel/sql.ts';
import type { Expression } from '../reading/source.ts';

@InterfaceType('Node', {
  description: 'Anything that `node(id)` finds.',
  resolveType: (value: { __typename: string }) => value.__typename,
})
export abstract class Node {
  @Field(() => ID, { description: 'Identifies the object in the whole graph; opaque.' })
  id!: string;
}

/** The global identifier of a row: base64url of `Type:key`. */
export const nodeId =
  (type: string, key: string): Expression =>
  (alias) =>
    base64Url(sql`${`${type}:`}::text || ${alias}.${sqlName(key)}::text`);
