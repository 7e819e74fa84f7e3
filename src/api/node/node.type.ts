import { Field, ID, InterfaceType } from 'type-graphql';
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
export const nodeId = (type: string, key: string): Expression => (alias) =>
  sql`translate(encode(convert_to(${`${type}:`}::text || ${alias}.${sqlName(key)}::text, 'UTF8'), 'base64'), E'+/=\n', '-_')`;
