import { Field, ID, ObjectType } from 'type-graphql';
import { JsonMap } from '../../api/types/scalars.ts';
import { HttpHeader } from '../connections/index.ts';
import { RelatedUser } from '../identity/index.ts';
import { submissionStatusEnum, type SubmissionStatus } from '../submissions/index.ts';
import { AnyDatasource, ConnectionReference } from './datasource.type.ts';
import { ResourceFile } from './resource-file.type.ts';

@ObjectType({ implements: AnyDatasource, description: 'Bytes on the web.' })
export class HttpDatasource extends AnyDatasource {
  declare type: 'http';

  @Field(() => ConnectionReference, { description: 'How the server is reached.' })
  connection!: ConnectionReference;

  @Field(() => String, { description: "Which address below the connection's; empty for that one itself." })
  relativeUrl!: string;

  @Field(() => [HttpHeader], {
    description: "Sent beside the connection's headers, and instead of those of the same name.",
  })
  headers!: readonly HttpHeader[];
}

@ObjectType({ implements: AnyDatasource, description: 'A file on a server of FTP, FTPS or SFTP.' })
export class FtpDatasource extends AnyDatasource {
  declare type: 'ftp';

  @Field(() => ConnectionReference, { description: 'How the server is reached.' })
  connection!: ConnectionReference;

  @Field(() => String, { description: "Which address below the connection's; empty for that one itself." })
  relativeUrl!: string;
}

@ObjectType({ implements: AnyDatasource, description: 'The bytes of a file that was uploaded to the dataset.' })
export class UploadedFileDatasource extends AnyDatasource {
  declare type: 'uploaded_file';

  @Field(() => ResourceFile, { description: 'The file.' })
  file!: { readonly uid: string };
}

@ObjectType({ implements: AnyDatasource, description: 'An object in a bucket.' })
export class AmazonS3Datasource extends AnyDatasource {
  declare type: 'amazon_s3';

  @Field(() => ConnectionReference, { description: 'How the store is reached.' })
  connection!: ConnectionReference;

  @Field(() => String, { description: '`s3://bucket/key`, or an https address.' })
  url!: string;

  @Field(() => [HttpHeader], { description: 'Sent beside what the protocol needs.' })
  headers!: readonly HttpHeader[];
}

@ObjectType({ implements: AnyDatasource, description: 'A blob in a container.' })
export class AzureBlobStorageDatasource extends AnyDatasource {
  declare type: 'azure_blob_storage';

  @Field(() => ConnectionReference, { description: 'How the store is reached.' })
  connection!: ConnectionReference;

  @Field(() => String, { description: 'The address of the blob.' })
  url!: string;

  @Field(() => [HttpHeader], { description: 'Sent beside what the protocol needs.' })
  headers!: readonly HttpHeader[];
}

@ObjectType({ implements: AnyDatasource, description: 'A file of a document-sharing site.' })
export class SharepointDatasource extends AnyDatasource {
  declare type: 'sharepoint';

  @Field(() => ConnectionReference, { description: 'How the site is reached.' })
  connection!: ConnectionReference;

  @Field(() => String, { description: 'The identifier of the drive that the file is in.' })
  driveId!: string;

  @Field(() => String, { description: 'The identifier of the file.' })
  fileId!: string;
}

@ObjectType({ implements: AnyDatasource, description: 'A file of a cloud drive.' })
export class GoogleDriveDatasource extends AnyDatasource {
  declare type: 'google_drive';

  @Field(() => ConnectionReference, { description: 'How the drive is reached.' })
  connection!: ConnectionReference;

  @Field(() => String, { description: 'The identifier of the file.' })
  fileId!: string;
}

@ObjectType({ description: 'Another catalog.' })
export class FederatedDomain {
  @Field(() => String, { description: 'Its host name, or its address without a path.' })
  domainId!: string;
}

@ObjectType({ description: 'A dataset of another catalog.' })
export class FederatedDataset {
  @Field(() => String, { description: 'Its identifier there.' })
  datasetId!: string;
}

@ObjectType({ implements: AnyDatasource, description: 'A dataset of another catalog.' })
export class FederatedDatasource extends AnyDatasource {
  declare type: 'federated';

  @Field(() => FederatedDomain, { description: 'The other catalog.' })
  domain!: FederatedDomain;

  @Field(() => FederatedDataset, { description: 'The dataset there.' })
  dataset!: FederatedDataset;

  @Field(() => JsonMap, {
    description: 'Texts that the export is asked with, by name; `apikey` is a secret, null where there is one.',
  })
  parameters!: Readonly<Record<string, string | null>>;

  @Field(() => RelatedUser, { description: 'Whoever saved this.' })
  permissionsUser!: RelatedUser;
}

@ObjectType({ implements: AnyDatasource, description: 'The rows of a query on a cloud warehouse.' })
export class SnowflakeDatasource extends AnyDatasource {
  declare type: 'snowflake_odbc';

  @Field(() => ConnectionReference, { description: 'How the warehouse is reached.' })
  connection!: ConnectionReference;

  @Field(() => String, { description: 'The query that makes the records.' })
  query!: string;

  @Field(() => String, { nullable: true, description: 'The query of previews and guesses; null where it is no other.' })
  previewQuery!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The query for what is new; null where there is none. It is kept, and not used yet.',
  })
  incrementalQuery!: string | null;

  @Field(() => String, { nullable: true, description: 'The column that tells what is new; null where there is none.' })
  incrementalField!: string | null;
}

@ObjectType({
  implements: AnyDatasource,
  description:
    'The submissions to a form, as a JSON array: an object for each, with a name for each part of an answer.',
})
export class FormDatasource extends AnyDatasource {
  declare type: 'ods_form';

  @Field(() => ID, { description: "The form's slug." })
  form!: string;

  @Field(() => [submissionStatusEnum], { description: 'The status of the submissions that are read.' })
  statusToExtract!: readonly SubmissionStatus[];
}

/** Where the bytes of a resource are, as it is stored: without secrets. */
export type Datasource =
  | HttpDatasource
  | FtpDatasource
  | UploadedFileDatasource
  | AmazonS3Datasource
  | AzureBlobStorageDatasource
  | SharepointDatasource
  | GoogleDriveDatasource
  | FederatedDatasource
  | SnowflakeDatasource
  | FormDatasource;

/** The type of the graph for each kind. */
export const datasourceTypeNames: { readonly [Type in Datasource['type']]: string } = {
  http: HttpDatasource.name,
  ftp: FtpDatasource.name,
  uploaded_file: UploadedFileDatasource.name,
  amazon_s3: AmazonS3Datasource.name,
  azure_blob_storage: AzureBlobStorageDatasource.name,
  sharepoint: SharepointDatasource.name,
  google_drive: GoogleDriveDatasource.name,
  federated: FederatedDatasource.name,
  snowflake_odbc: SnowflakeDatasource.name,
  ods_form: FormDatasource.name,
};
