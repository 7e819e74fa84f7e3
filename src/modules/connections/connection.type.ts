import { Field, ID, Int, InterfaceType, ObjectType, registerEnumType } from 'type-graphql';
import { DeletedObjectPayload, DeletionPayload, Node } from '#api/node.type.ts';
import { ChangedObject, ConnectionTypeOf } from '#api/reading/connection.type.ts';
import { DateTime } from '#api/types/scalars.ts';
import type { AuthType, StoredHeader } from './stored-secrets.ts';

/** The authentication types, as the graph's enum. */
export const authTypes: { readonly [Type in AuthType]: Type } = {
  basic_auth: 'basic_auth',
  oauth2: 'oauth2',
  oidc: 'oidc',
  aws_signature_v4: 'aws_signature_v4',
  iam_role: 'iam_role',
  shared_key: 'shared_key',
};
registerEnumType(authTypes, {
  name: 'ConnectionAuthType',
  description: 'How the catalog authenticates at a datasource.',
  valuesConfig: {
    basic_auth: {
      description: 'By user name and password: RFC 7617 for HTTP, the login commands of the protocol for FTP.',
    },
    oauth2: { description: 'By an access token that the client obtains with its own credentials (RFC 6749, 4.4).' },
    oidc: {
      description: "By an access token that the client obtains with a consenting user's refresh token (RFC 6749, 6).",
    },
    aws_signature_v4: { description: 'By AWS Signature Version 4, with a key pair.' },
    iam_role: { description: 'By the credentials of the server, if `ALLOW_SERVER_CREDENTIALS` is true.' },
    shared_key: { description: 'By Azure Shared Key, with an account key.' },
  },
});

@InterfaceType({
  description: 'How the catalog authenticates at a datasource.',
  resolveType: (value: { __typename: string }) => value.__typename,
})
abstract class ConnectionAuth {
  @Field(() => authTypes, { description: 'The type of authentication.' })
  type!: AuthType;
}

@ObjectType({ implements: ConnectionAuth, description: 'A user name and a password.' })
class BasicAuth extends ConnectionAuth {
  @Field(() => String, { description: 'The user name.' })
  username!: string;

  @Field(() => String, { nullable: true, description: 'A secret: always null.' })
  password!: null;
}

@ObjectType({ implements: ConnectionAuth, description: 'A client that authenticates with its own credentials.' })
class OAuth2 extends ConnectionAuth {
  @Field(() => String, { description: 'The address of the token endpoint.' })
  tokenUrl!: string;

  @Field(() => String, { description: 'The identifier of the client.' })
  clientId!: string;

  @Field(() => String, { nullable: true, description: 'A secret: always null.' })
  clientSecret!: null;

  @Field(() => String, { description: 'The requested scope; may be empty.' })
  scope!: string;

  @Field(() => String, {
    description: 'The grant by which the client obtains its tokens: always `client_credentials` (RFC 6749, 4.4).',
  })
  grantType!: string;
}

@ObjectType({
  implements: ConnectionAuth,
  description: 'A client that authenticates with the refresh token of a user who gave consent.',
})
class Oidc extends ConnectionAuth {
  @Field(() => String, { description: 'The address of the token endpoint.' })
  tokenUrl!: string;

  @Field(() => String, { description: 'The identifier of the client.' })
  clientId!: string;

  @Field(() => String, { nullable: true, description: 'A secret: always null.' })
  clientSecret!: null;

  @Field(() => String, { nullable: true, description: 'A secret: always null.' })
  refreshToken!: null;
}

@ObjectType({
  implements: ConnectionAuth,
  description: 'A key pair of Amazon S3, or of a service with the same signatures.',
})
class AwsSignatureV4 extends ConnectionAuth {
  @Field(() => String, { description: 'The identifier of the key.' })
  accessKeyId!: string;

  @Field(() => String, { nullable: true, description: 'A secret: always null.' })
  secretAccessKey!: null;

  @Field(() => String, { description: 'The region of the bucket.' })
  region!: string;
}

@ObjectType({ implements: ConnectionAuth, description: 'The credentials of the server.' })
class IamRole extends ConnectionAuth {}

@ObjectType({ implements: ConnectionAuth, description: 'The key of an account.' })
class SharedKey extends ConnectionAuth {
  @Field(() => String, { description: 'The name of the account.' })
  accountName!: string;

  @Field(() => String, { nullable: true, description: 'A secret: always null.' })
  sharedKey!: null;
}

/** The graph's type of each authentication type. */
export const authTypeNames: Readonly<Record<AuthType, string>> = {
  basic_auth: BasicAuth.name,
  oauth2: OAuth2.name,
  oidc: Oidc.name,
  aws_signature_v4: AwsSignatureV4.name,
  iam_role: IamRole.name,
  shared_key: SharedKey.name,
};

/** A connection of any kind. `connected-kinds.ts` adds the field `type` to the graph, because its enum lists the kinds. */
@InterfaceType('DatasourceConnectionSettings', {
  implements: Node,
  description:
    'How a datasource is reached: a saved connection is shared by datasets, an inline one belongs to resources of one dataset.',
  resolveType: (value: { __typename: string }) => value.__typename,
})
export abstract class DatasourceConnectionSettings extends Node {
  @Field(() => ID, { description: 'Identifies the connection.' })
  uid!: string;

  type!: string;

  @Field(() => ConnectionAuth, {
    nullable: true,
    description: 'How the catalog authenticates; null where it does not.',
  })
  auth!: ConnectionAuth | null;

  @Field(() => Boolean, {
    description: 'Whether other resources may use it; false where inline.',
  })
  isReusable!: boolean;

  @Field(() => Boolean, { description: 'Whether your resources may use it.' })
  canReuse!: boolean;

  @Field(() => Boolean, { description: 'Whether you may change, delete and share it.' })
  canManage!: boolean;

  @Field(() => Int, { description: 'How many datasets use it.' })
  datasetCount!: number;

  @Field(() => Int, { description: 'How many users it is shared with directly.' })
  userCount!: number;

  @Field(() => Int, { description: 'How many groups it is shared with.' })
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
  @ChangedObject(
    DatasourceConnectionSettingsConnection,
    'datasourceConnections',
    'The connection. Null when the change removed your right to see it.',
  )
  connection!: DatasourceConnectionSettings | null;
}

@ObjectType({ description: 'What a test of a connection has found.' })
export class TestDatasourceConnectionPayload {
  @Field(() => Boolean, { description: 'Whether the connection can be used.' })
  isReachable!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Why the connection cannot be used, and what to do; null where it can.',
  })
  error!: string | null;
}

@ObjectType({ implements: DeletionPayload, description: 'The deleted connection.' })
export class DeleteDatasourceConnectionPayload extends DeletedObjectPayload {}

@ObjectType({ description: 'A header sent to a datasource.' })
export class HttpHeader implements StoredHeader {
  @Field(() => String, { description: 'The name of the header.' })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'The value; null for a secret: `authorization`, `cookie`, and headers with `key` or `token` in the name.',
  })
  value!: string | null;
}

/** A datasource of any kind. The registry of all kinds adds the field `type` to the graph, because its enum lists the kinds. */
@InterfaceType('Datasource', {
  description: 'Where the bytes of a resource are.',
  resolveType: (value: { __typename: string }) => value.__typename,
})
export abstract class AnyDatasource {
  type!: string;
}

@ObjectType({ description: 'A reference to the connection of a resource.' })
export class ConnectionReference {
  @Field(() => ID, { description: "The connection's uid." })
  uid!: string;
}
