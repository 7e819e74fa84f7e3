import { Field, ObjectType } from 'type-graphql';
import type { AzureBlobStorageSettings } from '#platform/datasources/azure/azure-blob-storage.ts';
import { toReadableDatasource } from '#platform/datasources/datasource-client.ts';
import { DatasourceConnectionSettings } from '../connection.type.ts';
import { maskUrl } from '../secrets/secret-url.ts';
import { HttpHeaderInput } from '../settings/connection-settings.inputs.ts';
import { HttpHeader } from '../settings/http-header.type.ts';
import { restoreObjectSecrets, parseObject } from '../settings/object-url.ts';
import type { ConnectedKind, DatasourceInputBase } from './datasource-kind.ts';
import { AnyDatasource, ConnectionReference } from './datasource.type.ts';

@ObjectType({ implements: DatasourceConnectionSettings, description: 'Access to containers of Azure Blob Storage.' })
export class AzureBlobStorageConnectionSettings extends DatasourceConnectionSettings {}

@ObjectType({ implements: AnyDatasource, description: 'A blob in a container.' })
export class AzureBlobStorageDatasource extends AnyDatasource {
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
    url: { type: () => String, description: 'the https address of the blob.' },
    headers: { type: () => [HttpHeaderInput], description: 'sent in addition to the headers of the protocol.' },
  },
  connection: {
    description: 'Containers of Azure Blob Storage.',
    objectType: AzureBlobStorageConnectionSettings,
    auth: { types: ['shared_key'], isOptional: true },
    parse: (_input, { auth }) => ({ auth: auth() }),
  },
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
      async () => (await import('#platform/datasources/azure/azure-blob-storage.ts')).azureBlobStorage,
    );
  },
});
