import { Field, ObjectType } from 'type-graphql';
import type { AmazonS3Settings } from '#platform/datasources/amazon-s3/amazon-s3.ts';
import { toReadableDatasource } from '#platform/datasources/datasource-client.ts';
import { DatasourceConnectionSettings } from '../connection.type.ts';
import { maskUrl } from '../secrets/secret-url.ts';
import { HttpHeaderInput } from '../settings/connection-settings.inputs.ts';
import { HttpHeader } from '../settings/http-header.type.ts';
import { restoreObjectSecrets, parseObject } from '../settings/object-url.ts';
import type { ConnectedKind, DatasourceInputBase } from './datasource-kind.ts';
import { AnyDatasource, ConnectionReference } from './datasource.type.ts';

@ObjectType({
  implements: DatasourceConnectionSettings,
  description: 'Access to buckets of Amazon S3, or of a service with the same protocol.',
})
export class AmazonS3ConnectionSettings extends DatasourceConnectionSettings {}

@ObjectType({ implements: AnyDatasource, description: 'An object in a bucket.' })
export class AmazonS3Datasource extends AnyDatasource {
  declare type: 'amazon_s3';

  @Field(() => ConnectionReference, { description: 'The connection to the object store.' })
  connection!: ConnectionReference;

  @Field(() => String, { description: '`s3://bucket/key`, or an https address.' })
  url!: string;

  @Field(() => [HttpHeader], { description: 'The headers that are sent in addition to the headers of the protocol.' })
  headers!: readonly HttpHeader[];
}

interface AmazonS3Input extends DatasourceInputBase {
  readonly url?: string | null;
  readonly headers?: readonly HttpHeaderInput[] | null;
}

/** Objects in buckets of Amazon S3. */
export const amazonS3: ConnectedKind<AmazonS3Datasource, AmazonS3Input> = Object.freeze<
  ConnectedKind<AmazonS3Datasource, AmazonS3Input>
>({
  type: 'amazon_s3',
  label: 'Amazon S3',
  description: 'In a bucket of Amazon S3, or of a service with the same protocol.',
  objectType: AmazonS3Datasource,
  inputs: {
    url: { type: () => String, description: '`s3://bucket/key`, or an https address.' },
    headers: { type: () => [HttpHeaderInput], description: 'sent in addition to the headers of the protocol.' },
  },
  connection: {
    description: 'Buckets of Amazon S3, or of a service with the same protocol.',
    objectType: AmazonS3ConnectionSettings,
    auth: { types: ['aws_signature_v4', 'iam_role'], isOptional: true },
    parse: (_input, { auth }) => ({ auth: auth() }),
  },
  parse: (input, { connection, secrets }) => ({
    type: 'amazon_s3',
    connection,
    ...parseObject(input, ['s3', 'https', 'http'], secrets),
  }),
  displayName: ({ url }) => url,
  identity: ({ url }) => maskUrl(url ?? ''),
  toReadable({ type, ...object }, { connection, secrets }) {
    const settings: AmazonS3Settings = {
      type,
      connection: { auth: connection.auth('aws_signature_v4', 'iam_role') },
      ...restoreObjectSecrets(object, secrets),
    };
    return toReadableDatasource(
      settings,
      async () => (await import('#platform/datasources/amazon-s3/amazon-s3.ts')).amazonS3,
    );
  },
});
