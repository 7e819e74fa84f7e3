import type { ApolloClient } from '@apollo/client/core';
import {
  AddFileResourceDocument,
  PublishDocument,
  StatusDocument,
  UploadFileDocument,
  type AddFileResourceMutation,
} from '../generated/datasets.ts';

type AddedResource = AddFileResourceMutation['createResource']['resource'];

/** Uploads a CSV file, such as one of an `<input type="file">`, and adds it to the dataset as a resource. */
export async function addFile(client: ApolloClient, datasetUid: string, file: File): Promise<AddedResource> {
  const upload = await client.mutate({ mutation: UploadFileDocument, variables: { datasetUid, file } });
  const fileUid = upload.data?.uploadResourceFile.file?.uid;
  if (fileUid === undefined) throw new Error('The file was stored, but the key may not read it.');
  const { data } = await client.mutate({
    mutation: AddFileResourceDocument,
    variables: { datasetUid, title: file.name, fileUid },
  });
  return data?.createResource.resource ?? null;
}

/** Requests the publication of a dataset, which a worker carries out. */
export const publish = (client: ApolloClient, uid: string) =>
  client.mutate({ mutation: PublishDocument, variables: { uid } });

/**
 * The status of a publication: the current one at once, then each change. Events update the cache, so views that show the status follow it
 * without code of their own.
 */
export const watchStatus = (client: ApolloClient, uid: string) =>
  client.subscribe({ query: StatusDocument, variables: { uid } });
