import { Field, ID, InterfaceType, Int, ObjectType } from 'type-graphql';
import { DeletionPayload, formerDeletedId } from '#api/node/deletion-payload.type.ts';
import { Node } from '#api/node/node.type.ts';
import type { Edge } from '#api/reading/page/connection.ts';
import { ConnectionTypeOf, edgeInPayload } from '#api/reading/page/connection.type.ts';
import { DateTime } from '#api/types/scalars.ts';
import { ConnectionAuth } from './settings/connection-auth.type.ts';

/** A connection of any kind. `connected-kinds.ts` adds the field `type` to the graph, because its enum lists the kinds. */
@InterfaceType('DatasourceConnectionSettings', {
  implements: Node,
  description:
    'How a datasource is reached. A saved connection is shared by datasets; an inline one belongs to the resources of one dataset.',
  resolveType: (value: { __typename: string }) => value.__typename,
})
export abstract class DatasourceConnectionSettings extends Node {
  @Field(() => ID, { description: 'Identifies the connection.' })
  uid!: string;

  type!: string;

  @Field(() => ConnectionAuth, {
    nullable: true,
    description: 'How the catalog authenticates; null without authentication.',
  })
  auth!: ConnectionAuth | null;

  @Field(() => Boolean, {
    description: 'Whether other resources may use the connection; false for an inline connection.',
  })
  isReusable!: boolean;

  @Field(() => Boolean, { description: 'Whether you may use the connection in your resources.' })
  canReuse!: boolean;

  @Field(() => Boolean, { description: 'Whether you may change, delete and share the connection.' })
  canManage!: boolean;

  @Field(() => Int, { description: 'The number of datasets that use the connection.' })
  datasetCount!: number;

  @Field(() => Int, { description: 'The number of users with whom the connection is shared directly.' })
  userCount!: number;

  @Field(() => Int, { description: 'The number of groups with whom the connection is shared.' })
  groupCount!: number;

  @Field(() => DateTime, { description: 'When the connection was created.' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'When the connection was last changed.' })
  updatedAt!: string;
}

@ObjectType({ description: 'A page of a list of connections.' })
export class DatasourceConnectionSettingsConnection extends ConnectionTypeOf(
  DatasourceConnectionSettings,
  'DatasourceConnectionSettings',
) {}

@ObjectType({ description: 'A connection after a change.' })
export class DatasourceConnectionPayload {
  @Field(() => DatasourceConnectionSettings, {
    nullable: true,
    description: 'The connection. Null when the change removed your right to see it.',
  })
  connection!: DatasourceConnectionSettings | null;

  @Field(() => DatasourceConnectionSettingsConnection.Edge, edgeInPayload('datasourceConnections'))
  connectionEdge!: Edge<DatasourceConnectionSettings> | null;
}

@ObjectType({ implements: DeletionPayload, description: 'The deleted connection.' })
export class DeleteDatasourceConnectionPayload extends DeletionPayload {
  @Field(() => ID, formerDeletedId)
  id!: string;

  @Field(() => ID, { description: 'The uid of the deleted object.' })
  uid!: string;
}
