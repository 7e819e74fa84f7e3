import { Field, ObjectType } from 'type-graphql';
import type { ConnectionType, StoredHeader } from './connection-settings.ts';
import { DatasourceConnection } from './connection.type.ts';

@ObjectType({ description: 'A header sent to a source.' })
export class HttpHeader implements StoredHeader {
  @Field(() => String, { description: 'Its name.' })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Its value; null where it is a secret: in `authorization`, `cookie`, and headers with `key` or `token` in the name.',
  })
  value!: string | null;
}

@ObjectType({ implements: DatasourceConnection, description: 'A web server.' })
export class HttpConnection extends DatasourceConnection {
  @Field(() => String, { description: 'The address that relative ones are below of.' })
  url!: string;

  @Field(() => [HttpHeader], { description: 'Sent with every request.' })
  headers!: readonly HttpHeader[];
}

@ObjectType({ implements: DatasourceConnection, description: 'A server of FTP, FTPS or SFTP.' })
export class FtpConnection extends DatasourceConnection {
  @Field(() => String, { description: 'The address that relative ones are below of; its scheme decides on the protocol.' })
  url!: string;
}

@ObjectType({ implements: DatasourceConnection, description: 'Access to buckets of Amazon S3, or of what speaks its protocol.' })
export class AmazonS3Connection extends DatasourceConnection {}

@ObjectType({ implements: DatasourceConnection, description: 'Access to containers of Azure Blob Storage.' })
export class AzureBlobStorageConnection extends DatasourceConnection {}

@ObjectType({ implements: DatasourceConnection, description: 'Access to a document-sharing site.' })
export class SharepointConnection extends DatasourceConnection {}

@ObjectType({ implements: DatasourceConnection, description: 'Access to a cloud drive.' })
export class GoogleDriveConnection extends DatasourceConnection {}

@ObjectType({ implements: DatasourceConnection, description: 'Access to a cloud warehouse.' })
export class SnowflakeConnection extends DatasourceConnection {
  @Field(() => String, { description: 'Server, database and the like, as for ODBC: `Server=…;Database=…`. Its secret parts are left out.' })
  connectionString!: string;
}

/** The type of the graph for each kind. */
export const connectionTypeNames: Readonly<Record<ConnectionType, string>> = {
  http: HttpConnection.name, ftp: FtpConnection.name, amazon_s3: AmazonS3Connection.name, azure_blob_storage: AzureBlobStorageConnection.name,
  sharepoint: SharepointConnection.name, google_drive: GoogleDriveConnection.name, snowflake_odbc: SnowflakeConnection.name,
};
