import { Field, ObjectType } from 'type-graphql';
import type { ConnectionType, StoredHeader } from './connection-settings.ts';
import { DatasourceConnectionSettings } from './connection.type.ts';

@ObjectType({ description: 'A header sent to a source.' })
export class HttpHeader implements StoredHeader {
  @Field(() => String, { description: 'Its name.' })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Its value; null where it is a secret: in `authorization`, `cookie`, and headers with `key` or `token` in the name.',
  })
  value!: string | null;
}

@ObjectType({ implements: DatasourceConnectionSettings, description: 'A web server.' })
export class HttpConnectionSettings extends DatasourceConnectionSettings {
  @Field(() => String, { description: 'The address that relative ones are below of.' })
  url!: string;

  @Field(() => [HttpHeader], { description: 'Sent with every request.' })
  headers!: readonly HttpHeader[];
}

@ObjectType({ implements: DatasourceConnectionSettings, description: 'A server of FTP, FTPS or SFTP.' })
export class FtpConnectionSettings extends DatasourceConnectionSettings {
  @Field(() => String, {
    description: 'The address that relative ones are below of; its scheme decides on the protocol.',
  })
  url!: string;
}

@ObjectType({
  implements: DatasourceConnectionSettings,
  description: 'Access to buckets of Amazon S3, or of what speaks its protocol.',
})
export class AmazonS3ConnectionSettings extends DatasourceConnectionSettings {}

@ObjectType({ implements: DatasourceConnectionSettings, description: 'Access to containers of Azure Blob Storage.' })
export class AzureBlobStorageConnectionSettings extends DatasourceConnectionSettings {}

@ObjectType({ implements: DatasourceConnectionSettings, description: 'Access to a document-sharing site.' })
export class SharepointConnectionSettings extends DatasourceConnectionSettings {}

@ObjectType({ implements: DatasourceConnectionSettings, description: 'Access to a cloud drive.' })
export class GoogleDriveConnectionSettings extends DatasourceConnectionSettings {}

@ObjectType({ implements: DatasourceConnectionSettings, description: 'Access to a cloud warehouse.' })
export class SnowflakeConnectionSettings extends DatasourceConnectionSettings {
  @Field(() => String, {
    description: 'Server, database and the like, as for ODBC: `Server=…;Database=…`. Its secret parts are left out.',
  })
  connectionString!: string;
}

/** The type of the graph for each kind. */
export const connectionTypeNames: Readonly<Record<ConnectionType, string>> = {
  http: HttpConnectionSettings.name,
  ftp: FtpConnectionSettings.name,
  amazon_s3: AmazonS3ConnectionSettings.name,
  azure_blob_storage: AzureBlobStorageConnectionSettings.name,
  sharepoint: SharepointConnectionSettings.name,
  google_drive: GoogleDriveConnectionSettings.name,
  snowflake_odbc: SnowflakeConnectionSettings.name,
};
