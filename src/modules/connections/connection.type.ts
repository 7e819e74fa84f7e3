import { Field, ID, InterfaceType, Int, ObjectType } from 'type-graphql';
import { Node } from '../../api/node/node.type.ts';
import { ConnectionOf } from '../../api/reading/connection.type.ts';
import { DateTime } from '../../api/types/scalars.ts';
import { ConnectionAuth } from './settings/connection-auth.type.ts';

/** The registry of kinds adds the field `type`, because the enum lists them. */
@InterfaceType('DatasourceConnectionSettings', {
  implements: Node,
  description:
    'How a place is reached that bytes are read from. A saved one is shared by datasets; an inline one belongs to the resources of one dataset.',
  resolveType: (value: { __typename: string }) => value.__typename,
})
export abstract class DatasourceConnectionSettings extends Node {
  @Field(() => ID, { description: 'Identifies the connection.' })
  uid!: string;

  type!: string;

  @Field(() => ConnectionAuth, {
    nullable: true,
    description: 'How the place is told who asks; null where it need not know.',
  })
  auth!: ConnectionAuth | null;

  @Field(() => Boolean, { description: 'Whether more resources may come to use it; false of an inline one.' })
  isReusable!: boolean;

  @Field(() => Boolean, { description: 'Whether you may use it in your resources.' })
  canReuse!: boolean;

  @Field(() => Boolean, { description: 'Whether you may change it, delete it, and say who uses it.' })
  canManage!: boolean;

  @Field(() => Int, { description: 'How many datasets use it.' })
  datasetCount!: number;

  @Field(() => Int, { description: 'How many users it is shared with, groups aside.' })
  userCount!: number;

  @Field(() => Int, { description: 'How many groups it is shared with.' })
  groupCount!: number;

  @Field(() => DateTime, { description: 'When it was made.' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'When it was last changed.' })
  updatedAt!: string;
}

@ObjectType({ description: 'A page of a list of connections.' })
export class DatasourceConnectionSettingsConnection extends ConnectionOf(
  DatasourceConnectionSettings,
  'DatasourceConnectionSettings',
) {}

@ObjectType({ description: 'A connection after a change.' })
export class DatasourceConnectionPayload {
  @Field(() => DatasourceConnectionSettings, {
    nullable: true,
    description: 'The connection; null when the change took your right to see it.',
  })
  connection!: DatasourceConnectionSettings | null;
}

@ObjectType({ description: 'A connection that is gone.' })
export class DeleteDatasourceConnectionPayload {
  @Field(() => ID, { description: 'The global `id` that it had, by which a cache drops it.' })
  id!: string;

  @Field(() => ID, { description: 'The uid that it had.' })
  uid!: string;
}
