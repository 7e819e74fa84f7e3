import type { Client, OperationResult } from '@urql/core';
import {
  AddFileResourceDocument,
  PublishDocument,
  StatusDocument,
  UploadFileDocument,
  type AddFileResourceMutation,
  type StatusSubscription,
} from '../generated/datasets.ts';

type AddedResource = AddFileResourceMutation['createResource']['resource'];

/** Uploads a CSV file, such as one of an `<input type="file">`, and adds it to the dataset as a resource. */
export async function addFile(client: Client, datasetUid: string, file: File): Promise<AddedResource> {
  const upload = await client.mutation(UploadFileDocument, { datasetUid, file }).toPromise();
  if (upload.error) throw upload.error;
  const fileUid = upload.data?.uploadResourceFile.file?.uid;
  if (fileUid === undefined) throw new Error('The file was stored, but the key may not read it.');
  const { data, error } = await client
    .mutation(AddFileResourceDocument, { datasetUid, title: file.name, fileUid })
    .toPromise();
  if (error) throw error;
  return data?.createResource.resource ?? null;
}

/** Requests the publication of a dataset, which a worker carries out. */
export const publish = (client: Client, uid: string) => client.mutation(PublishDocument, { uid }).toPromise();

/**
 * The status of a publication: the current one at once, then each change. Events update the cache, so views that show the status follow it
 * without code of their own.
 */
export const watchStatus = (client: Client, uid: string, show: (event: OperationResult<StatusSubscription>) => void) =>
  client.subscription(StatusDocument, { uid }).subscribe(show);
