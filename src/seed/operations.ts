import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { parse } from 'graphql';
import type { ReceivedFile } from '../api/upload.ts';
import type { JsonObject } from '../kernel/json.ts';

type Mutation<Input, Data = object> = TypedDocumentNode<Data, { input: Input }>;

/** Stores a file for the resources of a dataset. */
export const uploadResourceFile: Mutation<{ datasetUid: string; file: ReceivedFile }, { uploadResourceFile: { file: { uid: string } } }> =
  parse('mutation SeedFile($input: UploadResourceFileInput!) { uploadResourceFile(input: $input) { file { uid } } }');

/** Attaches a file to a dataset. */
export const createAttachment: Mutation<{ datasetUid: string; file: ReceivedFile }> =
  parse('mutation SeedAttachment($input: CreateAttachmentInput!) { createAttachment(input: $input) { __typename } }');

/** Adds a resource to a dataset. */
export const createResource: Mutation<{ datasetUid: string; title: string; type: string; params?: JsonObject; datasource?: JsonObject }> =
  parse('mutation SeedResource($input: CreateResourceInput!) { createResource(input: $input) { __typename } }');

/** Puts a processor at the end of a dataset's stack. */
export const appendProcessor: Mutation<{ datasetUid: string; type: string; label?: string; params?: JsonObject }> =
  parse('mutation SeedProcessor($input: AppendProcessorInput!) { appendProcessor(input: $input) { __typename } }');

/** Orders the publication of a dataset. */
export const publishDataset: Mutation<{ uid: string }> =
  parse('mutation SeedPublication($input: DatasetActionInput!) { publishDataset(input: $input) { __typename } }');
