import { checkAll } from '#kernel/check-all.ts';
import type { SentHeader } from '#platform/datasources/authentication.ts';
import {
  audienceOf,
  extractUrlSecrets,
  maskUrl,
  restoreUrlSecrets,
  type SecretCollector,
  secretsForAudience,
  type StoredHeader,
  type StoredSecrets,
} from '../stored-secrets.ts';
import { restoreHeaderSecrets } from '../connection-access.ts';
import { HttpHeaderInput } from '../connection-settings.inputs.ts';
import { parseHeaders, parseUrl } from '../parse-settings.ts';
import { Field, ObjectType } from 'type-graphql';
import type { AmazonS3Settings } from '#platform/datasources/amazon-s3.ts';
import { toReadableDatasource } from '#platform/datasources/datasource-client.ts';
import { AnyDatasource, ConnectionReference, DatasourceConnectionSettings, HttpHeader } from '../connection.type.ts';
import type { ConnectedKind, DatasourceInputBase } from './connected-kind.ts';
import type { AzureBlobStorageSettings } from '#platform/datasources/azure-blob-storage.ts';

/** The address of an object in a store, and additional headers, as an input has them. */
interface ObjectInput {
  readonly url?: string | null;
  readonly headers?: readonly HttpHeaderInput[] | null;
}

/** A stored object reference, without secrets. */
interface StoredObject {
  readonly url: string;
  readonly headers: StoredHeader[];
}

/** Parses the object reference of an input. Its secrets are sent only to the origin of the address. Fails INVALID_INPUT. */
function parseObject(
  { url: urlInput, headers: headerInputs }: ObjectInput,
  schemes: readonly string[],
  secrets: SecretCollector,
): StoredObject {
  const audience = audienceOf(urlInput ?? '');
  const [url, headers] = checkAll(
    () => extractUrlSecrets(parseUrl(urlInput, 'url', schemes), { prefix: 'url', audience, field: 'url' }, secrets),
    () => parseHeaders(headerInputs ?? [], 'headers', audience, secrets),
  );
  return { url, headers };
}

/** Adds the secrets to a stored object reference. Fails SOURCE_FAILED when a secret is missing. */
function restoreObjectSecrets(
  { url, headers }: { readonly url: string; readonly headers: readonly StoredHeader[] },
  secrets: StoredSecrets,
): { readonly url: string; readonly headers: readonly SentHeader[] } {
  const knownSecrets = secretsForAudience(secrets, audienceOf(url));
  return { url: restoreUrlSecrets(url, 'url', knownSecrets), headers: restoreHeaderSecrets(headers, knownSecrets) };
}

@ObjectType({
  implements: DatasourceConnectionSettings,
  description: 'Access to buckets of Amazon S3, or of a service with the same protocol.',
})
class AmazonS3ConnectionSettings extends DatasourceConnectionSettings {}

@ObjectType({ implements: AnyDatasource, description: 'An object in a bucket.' })
class AmazonS3Datasource extends AnyDatasource {
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
    url: { type: () => String, isRequired: true, description: '`s3://bucket/key`, or an https address.' },
    headers: { type: () => [HttpHeaderInput], description: 'Sent in addition to the headers of the protocol.' },
  },
  connection: {
    description: 'Buckets of Amazon S3, or of a service with the same protocol.',
    objectType: AmazonS3ConnectionSettings,
    inputs: {},
    auth: { types: ['aws_signature_v4', 'iam_role'], isOptional: true },
    parse: (_input, { auth }) => ({ auth: auth() }),
  },
  probe: { datasource: ({ url }) => ({ type: 'amazon_s3', url }) },
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
      async () => (await import('#platform/datasources/amazon-s3.ts')).amazonS3Client,
    );
  },
});

@ObjectType({ implements: DatasourceConnectionSettings, description: 'Access to containers of Azure Blob Storage.' })
class AzureBlobStorageConnectionSettings extends DatasourceConnectionSettings {}

@ObjectType({ implements: AnyDatasource, description: 'A blob in a container.' })
class AzureBlobStorageDatasource extends AnyDatasource {
  declare type: 'azure_blob_storage';

  @Field(() => ConnectionReference, { description: 'The connection to the object store.' })
  connection!: ConnectionReference;

  @Field(() => String, { description: 'The address of the blob.' })
  url!: string;

  @Field(() => [HttpHeader], { description: 'The headers that are sent in addition to the headers of the protocol.' })
  headers!: readonly HttpHeader[];
}

interface AzureBlobStorageInput extends DatasourceInputBase {
  readonly url?: string | null;
  readonly headers?: readonly HttpHeaderInput[] | null;
}

/** Blobs in containers of Azure Blob Storage. */
export const azureBlobStorage: ConnectedKind<AzureBlobStorageDatasource, AzureBlobStorageInput> = Object.freeze<
  ConnectedKind<AzureBlobStorageDatasource, AzureBlobStorageInput>
>({
  type: 'azure_blob_storage',
  label: 'Azure Blob Storage',
  description: 'In a container of Azure Blob Storage.',
  objectType: AzureBlobStorageDatasource,
  inputs: {
    url: { type: () => String, isRequired: true, description: 'The https address of the blob.' },
    headers: { type: () => [HttpHeaderInput], description: 'Sent in addition to the headers of the protocol.' },
  },
  connection: {
    description: 'Containers of Azure Blob Storage.',
    objectType: AzureBlobStorageConnectionSettings,
    inputs: {},
    auth: { types: ['shared_key'], isOptional: true },
    parse: (_input, { auth }) => ({ auth: auth() }),
  },
  probe: { datasource: ({ url }) => ({ type: 'azure_blob_storage', url }) },
  parse: (input, { connection, secrets }) => ({
    type: 'azure_blob_storage',
    connection,
    ...parseObject(input, ['https', 'http'], secrets),
  }),
  displayName: ({ url }) => url,
  identity: ({ url }) => maskUrl(url ?? ''),
  toReadable({ type, ...object }, { connection, secrets }) {
    const settings: AzureBlobStorageSettings = {
      type,
      connection: { auth: connection.auth('shared_key') },
      ...restoreObjectSecrets(object, secrets),
    };
    return toReadableDatasource(
      settings,
      async () => (await import('#platform/datasources/azure-blob-storage.ts')).azureBlobStorageClient,
    );
  },
});
