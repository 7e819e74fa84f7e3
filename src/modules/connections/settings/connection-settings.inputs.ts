import { Field, ID, InputType } from 'type-graphql';
import { authTypes } from './connection-auth.type.ts';
import type { AuthType } from './connection-settings.ts';

const keptSecret = 'A secret: null or left out it stays as it is stored, while the host does.';

@InputType({ description: 'A header to be sent to a source.' })
export class HttpHeaderInput {
  @Field(() => String, { description: 'Its name.' })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Its value. A secret that is null or left out stays as it is stored, while the host does.',
  })
  value?: string | null;
}

@InputType({ description: 'How a source is told who asks; `type` decides which of the others count.' })
export class ConnectionAuthInput {
  @Field(() => authTypes, { description: 'The way.' })
  type!: AuthType;

  @Field(() => String, { nullable: true, description: 'Of `basic_auth`: the user name; without a colon.' })
  username?: string | null;

  @Field(() => String, { nullable: true, description: `Of \`basic_auth\`: the password. ${keptSecret}` })
  password?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Of `oauth2` and `oidc`: where tokens come from, an http or https address.',
  })
  tokenUrl?: string | null;

  @Field(() => String, { nullable: true, description: 'Of `oauth2` and `oidc`: the name of the client.' })
  clientId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: `Of \`oauth2\` and \`oidc\`: the client's secret. ${keptSecret}`,
  })
  clientSecret?: string | null;

  @Field(() => String, { nullable: true, description: 'Of `oauth2`: what tokens are asked for; nothing by default.' })
  scope?: string | null;

  @Field(() => String, {
    nullable: true,
    description: `Of \`oidc\`: the refresh token that the user's consent led to. ${keptSecret}`,
  })
  refreshToken?: string | null;

  @Field(() => String, { nullable: true, description: 'Of `aws_signature_v4`: the name of the key.' })
  accessKeyId?: string | null;

  @Field(() => String, { nullable: true, description: `Of \`aws_signature_v4\`: the key. ${keptSecret}` })
  secretAccessKey?: string | null;

  @Field(() => String, { nullable: true, description: 'Of `aws_signature_v4`: the region of the bucket.' })
  region?: string | null;

  @Field(() => String, { nullable: true, description: 'Of `shared_key`: the name of the account.' })
  accountName?: string | null;

  @Field(() => String, { nullable: true, description: `Of \`shared_key\`: the key, in base64. ${keptSecret}` })
  sharedKey?: string | null;
}

@InputType({ description: 'What a connection is beside its type.' })
export abstract class ConnectionSettingsInput {
  @Field(() => String, {
    nullable: true,
    description:
      'Of `http` and `ftp`: the address, without user name and password; for `ftp` the scheme ftp, ftps or sftp decides on the protocol.',
  })
  url?: string | null;

  @Field(() => [HttpHeaderInput], { nullable: true, description: 'Of `http`: sent with every request.' })
  headers?: HttpHeaderInput[] | null;

  @Field(() => ConnectionAuthInput, { nullable: true, description: 'How the source is told who asks.' })
  auth?: ConnectionAuthInput | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Of `snowflake_odbc`: `Server=…;DatabaseClient=…;Uid=…;Pwd=…`. Without any secret part those that are stored stay, while the server does.',
  })
  connectionString?: string | null;
}

@InputType({ description: 'A connection of a resource: a saved one by its uid, or an inline one by all the rest.' })
export class ConnectionInput extends ConnectionSettingsInput {
  @Field(() => ID, {
    nullable: true,
    description: 'The uid of a saved one that you may use, or of one that the dataset has; then nothing else counts.',
  })
  uid?: string | null;
}
