import { Field, ID, InterfaceType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Node } from '../../api/node/node.type.ts';
import { ConnectionOf } from '../../api/reading/connection.type.ts';
import { DateTime } from '../../api/types/scalars.ts';
import { ConnectionAuth } from './connection-auth.type.ts';
import type { ConnectionType } from './connection-settings.ts';

/** The kinds of connections, as the graph's enum. */
export const connectionKinds: { readonly [Type in ConnectionType]: Type } = {
  http: 'http',
  ftp: 'ftp',
  amazon_s3: 'amazon_s3',
  azure_blob_storage: 'azure_blob_storage',
  sharepoint: 'sharepoint',
  google_drive: 'google_drive',
  snowflake_odbc: 'snowflake_odbc',
};
registerEnumType(connectionKinds, {
  name: 'DatasourceConnectionType',
  description: 'The kind of place that a connection leads to.',
  valuesConfig: {
    http: { description: 'A web server.' },
    ftp: { description: 'A server of FTP, FTPS or SFTP, by the scheme of its address.' },
    amazon_s3: { description: 'Buckets of Amazon S3, or of what speaks its protocol.' },
    azure_blob_storage: { description: 'Containers of Azure Blob Storage.' },
    sharepoint: { description: 'A document-sharing site, through Microsoft Graph.' },
    google_drive: { description: 'A cloud drive.' },
    snowflake_odbc: { description: 'A cloud warehouse.' },
  },
});

@InterfaceType('DatasourceConnectionSettings', {
  implements: Node,
  description:
    'How a place is reached that bytes are read from. A saved one is shared by datasets; an inline one belongs to the resources of one dataset.',
  resolveType: (value: { __typename: string }) => value.__typename,
})
export abstract class DatasourceConnectionSettings extends Node {
  @Field(() => ID, { description: 'Identifies the connection.' })
  uid!: string;

  @Field(() => connectionKinds, { description: 'The kind of place; decides what else there is.' })
  type!: ConnectionType;

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
