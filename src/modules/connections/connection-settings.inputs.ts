import { Directive, Field, ID, InputType } from 'type-graphql';
import { ForRest, RequiredOfClients } from '#api/for-rest.ts';
import { authTypes } from './connection.type.ts';
import type { AuthType } from './stored-secrets.ts';

const keepsStoredSecret = 'A secret: omitted or null keeps the stored one, unless the host changes.';

@InputType({ description: 'A header to send to a datasource.' })
export class HttpHeaderInput {
  @Field(() => String, { description: 'The name of the header.' })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The value. A secret that is null or omitted keeps its stored value, unless the host changes.',
  })
  value?: string | null;
}

/** A text that clients must send. */
const required =
  (description: string): PropertyDecorator =>
  (target, name) => {
    Field(() => String, { nullable: true, description })(target, name);
    RequiredOfClients()(target, name);
  };

/** A text that clients may leave out. */
const optional = (description: string): PropertyDecorator => Field(() => String, { nullable: true, description });

@InputType({ description: 'A user name and a password.' })
class BasicAuthInput {
  @required('The user name; without a colon.')
  username?: string | null;

  @optional(`The password. ${keepsStoredSecret}`)
  password?: string | null;
}

@InputType({ description: 'A client that authenticates with its own credentials.' })
class OAuth2Input {
  @required('The http or https address of the token endpoint.')
  tokenUrl?: string | null;

  @required('The identifier of the client.')
  clientId?: string | null;

  @optional(`The client's secret. ${keepsStoredSecret}`)
  clientSecret?: string | null;

  @optional('The requested scope; empty by default.')
  scope?: string | null;
}

@InputType({ description: 'A client that authenticates with the refresh token of a user who gave consent.' })
class OidcInput {
  @required('The http or https address of the token endpoint.')
  tokenUrl?: string | null;

  @required('The identifier of the client.')
  clientId?: string | null;

  @optional(`The client's secret. ${keepsStoredSecret}`)
  clientSecret?: string | null;

  @optional(`The refresh token of the user's consent. ${keepsStoredSecret}`)
  refreshToken?: string | null;
}

@InputType({ description: 'A key pair of Amazon S3, or of a service with the same signatures.' })
class AwsSignatureV4Input {
  @required('The identifier of the key.')
  accessKeyId?: string | null;

  @optional(`The key. ${keepsStoredSecret}`)
  secretAccessKey?: string | null;

  @required('The region of the bucket.')
  region?: string | null;
}

@InputType({ description: 'The key of an account.' })
class SharedKeyInput {
  @required('The name of the account.')
  accountName?: string | null;

  @optional(`The key, in base64. ${keepsStoredSecret}`)
  sharedKey?: string | null;
}

@Directive('@oneOf')
@InputType({ description: 'How the catalog authenticates at a datasource: exactly one of these.' })
export class ConnectionAuthInput {
  @Field(() => BasicAuthInput, {
    nullable: true,
    description: 'By user name and password: RFC 7617 for HTTP, the login commands of the protocol for FTP.',
  })
  basicAuth?: BasicAuthInput | null;

  @Field(() => OAuth2Input, {
    nullable: true,
    description: 'By an access token that the client obtains with its own credentials (RFC 6749, 4.4).',
  })
  oauth2?: OAuth2Input | null;

  @Field(() => OidcInput, {
    nullable: true,
    description:
      'By an access token that the client obtains with the refresh token of a user who gave consent (RFC 6749, 6).',
  })
  oidc?: OidcInput | null;

  @Field(() => AwsSignatureV4Input, {
    nullable: true,
    description: 'By AWS Signature Version 4, with a key pair.',
  })
  awsSignatureV4?: AwsSignatureV4Input | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'True: by the credentials of the server, if `ALLOW_SERVER_CREDENTIALS` is true. False: without authentication.',
  })
  iamRole?: boolean | null;

  @Field(() => SharedKeyInput, { nullable: true, description: 'By Azure Shared Key, with an account key.' })
  sharedKey?: SharedKeyInput | null;
}

/** An authentication as an input has it, with its type next to its fields. */
export type GivenAuth = { readonly type: AuthType } & {
  readonly [Name in AuthField]?: string | null;
};

/** The name of a field of an authentication. */
export type AuthField =
  keyof BasicAuthInput | keyof OAuth2Input | keyof OidcInput | keyof AwsSignatureV4Input | keyof SharedKeyInput;

/** The member of the input for each type of authentication. */
export const authMembers: { readonly [Type in AuthType]: keyof ConnectionAuthInput } = {
  basic_auth: 'basicAuth',
  oauth2: 'oauth2',
  oidc: 'oidc',
  aws_signature_v4: 'awsSignatureV4',
  iam_role: 'iamRole',
  shared_key: 'sharedKey',
};

/** The type and the fields of an input, of which the graph has checked that it has one member. */
export function givenAuth(input: ConnectionAuthInput | null | undefined): GivenAuth | null | undefined {
  if (!input) return input;
  const type = Object.values(authTypes).find((known) => input[authMembers[known]]);
  if (!type) return null;
  const fields = input[authMembers[type]];
  return Object.assign({ type }, typeof fields === 'object' ? fields : null);
}

/** The settings of a connection as REST bodies have them: one object for all kinds. Clients see the fields of each kind alone. */
@InputType({ description: 'The settings of a connection, without its type.' })
export abstract class ConnectionFieldsInput {
  @Field(() => String, {
    nullable: true,
    description:
      'Of `http` and `ftp`: the address, without user name and password; for `ftp` the scheme ftp, ftps or sftp determines the protocol.',
  })
  url?: string | null;

  @Field(() => [HttpHeaderInput], {
    nullable: true,
    description: 'Of `http`: the headers that are sent with every request.',
  })
  headers?: HttpHeaderInput[] | null;

  @Field(() => ConnectionAuthInput, { nullable: true, description: 'How the catalog authenticates.' })
  auth?: ConnectionAuthInput | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Of `snowflake_odbc`: `Server=…;Database=…;Uid=…;Pwd=…`. An omitted secret part keeps its stored value, unless the server changes.',
  })
  connectionString?: string | null;
}

@InputType({ description: 'A connection of a resource: a saved one by its uid, or an inline one by the other fields.' })
export class ConnectionInput extends ConnectionFieldsInput {
  @Field(() => ID, {
    nullable: true,
    description:
      'The uid of a saved connection that you may use, or of a connection of the dataset; the other fields are then ignored.',
  })
  uid?: string | null;

  // REST clients send a connection as they read it, or as they would save it. These two say nothing that is not decided already.
  @ForRest()
  @Field(() => String, { nullable: true, description: 'Accepted and ignored: the type of the datasource decides.' })
  type?: string | null;

  @ForRest()
  @Field(() => Boolean, {
    nullable: true,
    description: 'Accepted and ignored: an inline connection is not reusable, and a saved one stays as it is.',
  })
  isReusable?: boolean | null;
}

/** The settings of a connection as an input has them, with the type of the authentication next to its fields. */
export type GivenSettings = Pick<ConnectionFieldsInput, 'url' | 'headers' | 'connectionString'> & {
  readonly auth?: GivenAuth | null | undefined;
};
