import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { fail, failFields, requiredMessage } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { AnyDatasource, type DatasourceInputBase } from '#connections/index.ts';
import type { DatasourceKind } from './datasource-kind.ts';
import { GraphQLSafeInt } from 'graphql-scalars';
import { Node } from '#api/node.type.ts';
import { ConnectionTypeOf } from '#api/reading/connection.type.ts';
import { DateTime } from '#api/types/scalars.ts';

@ObjectType({ implements: Node, description: 'A file uploaded to a dataset, for its resources to read.' })
export class ResourceFile extends Node {
  @Field(() => ID, {
    description: 'The name, unique in the dataset: another upload replaces the bytes.',
  })
  uid!: string;

  @Field(() => String, { description: 'The filename.' })
  filename!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The media type, as sent or derived from the filename; null when unknown.',
  })
  mimetype!: string | null;

  @Field(() => GraphQLSafeInt, { description: 'The size of the file in bytes.' })
  bytes!: number;

  @Field(() => String, { description: 'The SHA-256 of the bytes, in hexadecimal.' })
  sha256!: string;

  @Field(() => DateTime, { description: 'When a file with this name was first uploaded.' })
  createdAt!: string;
}

@ObjectType({ description: 'A page of a list of files.' })
export class ResourceFileConnection extends ConnectionTypeOf(ResourceFile, 'ResourceFile') {}

@ObjectType({ implements: AnyDatasource, description: 'The bytes of a file that was uploaded to the dataset.' })
export class UploadedFileDatasource extends AnyDatasource {
  declare type: 'uploaded_file';

  @Field(() => ResourceFile, { description: 'The file.' })
  file!: { readonly uid: string };
}

@InputType({ description: 'Names a file of the dataset.' })
class ResourceFileReference {
  @Field(() => ID, { description: "The file's uid." })
  uid!: string;
}

interface UploadedFileInput extends DatasourceInputBase {
  readonly file?: ResourceFileReference | null;
}

/** Files that were uploaded to the dataset. */
export const uploadedFileKind: DatasourceKind<UploadedFileDatasource, UploadedFileInput> = Object.freeze<
  DatasourceKind<UploadedFileDatasource, UploadedFileInput>
>({
  type: 'uploaded_file',
  label: 'Uploaded file',
  description: 'In a file that was uploaded to the dataset.',
  objectType: UploadedFileDatasource,
  inputs: { file: { type: () => ResourceFileReference, isRequired: true, description: 'The file.' } },
  hasConnection: false,
  async parse({ db }, { file }, { datasetUid }) {
    const { uid } = file ?? failFields({ file: [requiredMessage] });
    const found = await firstRow(
      db,
      sql`select 1 from resource_file where dataset_uid = ${datasetUid} and uid = ${uid}`,
    );
    if (!found) failFields({ file: ['The dataset has no file with this name; upload the file first.'] });
    return { datasource: { type: 'uploaded_file', file: { uid } } };
  },
  displayName: ({ file }) => file.uid,
  identity: ({ file }) => file?.uid ?? null,
  async openStream({ storage }, { file: { uid } }, { file }) {
    const { blobKey, mimetype, bytes } = file ?? fail('FILE_MISSING');
    return { filename: uid, mimetype, size: bytes, content: await storage.read(blobKey) };
  },
});
