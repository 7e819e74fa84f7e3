import { Field, ID, InputType } from 'type-graphql';
import { ForRest } from '#api/for-rest.ts';
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

@InputType({
  description: 'How the catalog authenticates at a datasource; `type` determines which other fields are used.',
})
export class ConnectionAuthInput {
  @Field(() => authTypes, { description: 'The authentication type.' })
  type!: AuthType;

  @Field(() => String, { nullable: true, description: 'Of `basic_auth`: the user name; without a colon.' })
  username?: string | null;

  @Field(() => String, { nullable: true, description: `Of \`basic_auth\`: the password. ${keepsStoredSecret}` })
  password?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Of `oauth2` and `oidc`: the http or https address of the token endpoint.',
  })
  tokenUrl?: string | null;

  @Field(() => String, { nullable: true, description: 'Of `oauth2` and `oidc`: the identifier of the client.' })
  clientId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: `Of \`oauth2\` and \`oidc\`: the client's secret. ${keepsStoredSecret}`,
  })
  clientSecret?: string | null;

  @Field(() => String, { nullable: true, description: 'Of `oauth2`: the requested scope; empty by default.' })
  scope?: string | null;

  @Field(() => String, {
    nullable: true,
    description: `Of \`oidc\`: the refresh token of the user's consent. ${keepsStoredSecret}`,
  })
  refreshToken?: string | null;

  @Field(() => String, { nullable: true, description: 'Of `aws_signature_v4`: the identifier of the key.' })
  accessKeyId?: string | null;

  @Field(() => String, { nullable: true, description: `Of \`aws_signature_v4\`: the key. ${keepsStoredSecret}` })
  secretAccessKey?: string | null;

  @Field(() => String, { nullable: true, description: 'Of `aws_signature_v4`: the region of the bucket.' })
  region?: string | null;

  @Field(() => String, { nullable: true, description: 'Of `shared_key`: the name of the account.' })
  accountName?: string | null;

  @Field(() => String, { nullable: true, description: `Of \`shared_key\`: the key, in base64. ${keepsStoredSecret}` })
  sharedKey?: string | null;
}

@InputType({ description: 'The settings of a connection, without its type.' })
export abstract class ConnectionSettingsInput {
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
export class ConnectionInput extends ConnectionSettingsInput {
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
