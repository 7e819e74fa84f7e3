import { Field, InterfaceType, ObjectType, registerEnumType } from 'type-graphql';
import type { AuthType } from './connection-settings.ts';

/** The ways of authentication, as the graph's enum. */
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
  description: 'How a source is told who asks.',
  valuesConfig: {
    basic_auth: { description: 'By user name and password (RFC 7617; for FTP its own).' },
    oauth2: { description: 'By a token that the client gets for itself (RFC 6749, 4.4).' },
    oidc: { description: 'By a token that the client gets for a user who once allowed it (RFC 6749, 6).' },
    aws_signature_v4: { description: 'By signatures of a key pair, as Amazon S3 takes them.' },
    iam_role: { description: 'By the credentials of the server itself, where `ALLOW_SERVER_CREDENTIALS` lets it.' },
    shared_key: { description: 'By signatures of an account key, as Azure takes them.' },
  },
});

@InterfaceType({
  description: 'How a source is told who asks.',
  resolveType: (value: { __typename: string }) => value.__typename,
})
export abstract class ConnectionAuth {
  @Field(() => authTypes, { description: 'The way; decides what else there is.' })
  type!: AuthType;
}

@ObjectType({ implements: ConnectionAuth, description: 'A user name and a password.' })
export class BasicAuth extends ConnectionAuth {
  @Field(() => String, { description: 'The user name.' })
  username!: string;

  @Field(() => String, { nullable: true, description: 'A secret: always null.' })
  password!: null;
}

@ObjectType({ implements: ConnectionAuth, description: 'A client that gets tokens for itself.' })
export class OAuth2 extends ConnectionAuth {
  @Field(() => String, { description: 'Where tokens come from.' })
  tokenUrl!: string;

  @Field(() => String, { description: 'The name of the client.' })
  clientId!: string;

  @Field(() => String, { nullable: true, description: 'A secret: always null.' })
  clientSecret!: null;

  @Field(() => String, { description: 'What tokens are asked for; may be empty.' })
  scope!: string;
}

@ObjectType({ implements: ConnectionAuth, description: 'A client that gets tokens for a user who once allowed it.' })
export class Oidc extends ConnectionAuth {
  @Field(() => String, { description: 'Where tokens come from.' })
  tokenUrl!: string;

  @Field(() => String, { description: 'The name of the client.' })
  clientId!: string;

  @Field(() => String, { nullable: true, description: 'A secret: always null.' })
  clientSecret!: null;

  @Field(() => String, { nullable: true, description: 'A secret: always null.' })
  refreshToken!: null;
}

@ObjectType({ implements: ConnectionAuth, description: 'A key pair of Amazon, or of what speaks its signatures.' })
export class AwsSignatureV4 extends ConnectionAuth {
  @Field(() => String, { description: 'The name of the key.' })
  accessKeyId!: string;

  @Field(() => String, { nullable: true, description: 'A secret: always null.' })
  secretAccessKey!: null;

  @Field(() => String, { description: 'The region of the bucket.' })
  region!: string;
}

@ObjectType({ implements: ConnectionAuth, description: 'The credentials of the server itself.' })
export class IamRole extends ConnectionAuth {}

@ObjectType({ implements: ConnectionAuth, description: 'The key of an account.' })
export class SharedKey extends ConnectionAuth {
  @Field(() => String, { description: 'The name of the account.' })
  accountName!: string;

  @Field(() => String, { nullable: true, description: 'A secret: always null.' })
  sharedKey!: null;
}

/** The type of the graph for each way. */
export const authTypeNames: Readonly<Record<AuthType, string>> = {
  basic_auth: BasicAuth.name,
  oauth2: OAuth2.name,
  oidc: Oidc.name,
  aws_signature_v4: AwsSignatureV4.name,
  iam_role: IamRole.name,
  shared_key: SharedKey.name,
};
