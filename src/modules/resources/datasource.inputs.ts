import { Field, ID, InputType } from 'type-graphql';
import { JsonMap } from '../../api/types/scalars.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { ConnectionInput, HttpHeaderInput } from '../connections/index.ts';
import { submissionStatusEnum, type SubmissionStatus } from '../submissions/index.ts';
import { datasourceTypes, type DatasourceType } from './datasource.type.ts';

@InputType({ description: 'Names a file of the dataset.' })
export class ResourceFileReference {
  @Field(() => ID, { description: "The file's uid." })
  uid!: string;
}

@InputType({ description: 'Names another catalog.' })
export class FederatedDomainInput {
  @Field(() => String, { description: 'Its host name, or its address without a path.' })
  domainId!: string;
}

@InputType({ description: 'Names a dataset of another catalog.' })
export class FederatedDatasetInput {
  @Field(() => String, { description: 'Its identifier there.' })
  datasetId!: string;
}

@InputType({ description: 'Where the bytes of a resource are; `type` decides which of the others count.' })
export class DatasourceInput {
  @Field(() => datasourceTypes, { description: 'The kind of source.' })
  type!: DatasourceType;

  @Field(() => ResourceFileReference, { nullable: true, description: 'Of `uploaded_file`: the file.' })
  file?: ResourceFileReference | null;

  @Field(() => ConnectionInput, {
    nullable: true,
    description: 'Of all kinds but `uploaded_file`, `federated` and `ods_form`: how the place is reached.',
  })
  connection?: ConnectionInput | null;

  @Field(() => String, {
    nullable: true,
    description: "Of `http` and `ftp`: which address below the connection's. It cannot lead to another host.",
  })
  relativeUrl?: string | null;

  @Field(() => [HttpHeaderInput], {
    nullable: true,
    description: "Of `http`, `amazon_s3` and `azure_blob_storage`: sent beside the connection's headers.",
  })
  headers?: HttpHeaderInput[] | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Of `amazon_s3`: `s3://bucket/key`, or an https address; of `azure_blob_storage`: the https address of the blob.',
  })
  url?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Of `sharepoint` and `google_drive`: the identifier of the file.',
  })
  fileId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Of `sharepoint`: the identifier of the drive that the file is in.',
  })
  driveId?: string | null;

  @Field(() => FederatedDomainInput, { nullable: true, description: 'Of `federated`: the other catalog.' })
  domain?: FederatedDomainInput | null;

  @Field(() => FederatedDatasetInput, { nullable: true, description: 'Of `federated`: the dataset there.' })
  dataset?: FederatedDatasetInput | null;

  @Field(() => JsonMap, {
    nullable: true,
    description:
      'Of `federated`: texts that the export is asked with, by name; `apikey` is a secret: null keeps it as it is stored.',
  })
  parameters?: JsonObject | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Of `federated`: that its data is read with your permissions; required unless the datasource stays as it is.',
  })
  impersonatePermissions?: boolean | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'Of `ods_form`: the slug of the form; needs `moderate_form`, which you have to keep for the records to be read.',
  })
  form?: string | null;

  @Field(() => [submissionStatusEnum], {
    nullable: true,
    description: 'Of `ods_form`: the status of the submissions that are read; those that are approved unless told.',
  })
  statusToExtract?: SubmissionStatus[] | null;

  @Field(() => String, { nullable: true, description: 'Of `snowflake_odbc`: the query that makes the records.' })
  query?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Of `snowflake_odbc`: the query of previews and guesses, where that is to be another.',
  })
  previewQuery?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Of `snowflake_odbc`: the query for what is new; kept, and not used yet: publishing makes all records anew.',
  })
  incrementalQuery?: string | null;

  @Field(() => String, { nullable: true, description: 'Of `snowflake_odbc`: the column that tells what is new.' })
  incrementalField?: string | null;
}
