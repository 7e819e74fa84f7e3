import { Field, InterfaceType, ObjectType, registerEnumType } from 'type-graphql';
import type { AuthType } from './connection-settings.ts';

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
      description:
        'By an access token that the client obtains with the refresh token of a user who gave consent (RFC 6749, 6).',
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
export abstract class ConnectionAuth {
  @Field(() => authTypes, { description: 'The type of authentication, which determines the other fields.' })
  type!: AuthType;
}

@ObjectType({ implements: ConnectionAuth, description: 'A user name and a password.' })
export class BasicAuth extends ConnectionAuth {
  @Field(() => String, { description: 'The user name.' })
  username!: string;

  @Field(() => String, { nullable: true, description: 'A secret: always null.' })
  password!: null;
}

@ObjectType({ implements: ConnectionAuth, description: 'A client that authenticates with its own credentials.' })
export class OAuth2 extends ConnectionAuth {
  @Field(() => String, { description: 'The address of the token endpoint.' })
  tokenUrl!: string;

  @Field(() => String, { description: 'The identifier of the client.' })
  clientId!: string;

  @Field(() => String, { nullable: true, description: 'A secret: always null.' })
  clientSecret!: null;

  @Field(() => String, { description: 'The requested scope; may be empty.' })
  scope!: string;
}

@ObjectType({
  implements: ConnectionAuth,
  description: 'A client that authenticates with the refresh token of a user who gave consent.',
})
export class Oidc extends ConnectionAuth {
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
export class AwsSignatureV4 extends ConnectionAuth {
  @Field(() => String, { description: 'The identifier of the key.' })
  accessKeyId!: string;

  @Field(() => String, { nullable: true, description: 'A secret: always null.' })
  secretAccessKey!: null;

  @Field(() => String, { description: 'The region of the bucket.' })
  region!: string;
}

@ObjectType({ implements: ConnectionAuth, description: 'The credentials of the server.' })
export class IamRole extends ConnectionAuth {}

@ObjectType({ implements: ConnectionAuth, description: 'The key of an account.' })
export class SharedKey extends ConnectionAuth {
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
