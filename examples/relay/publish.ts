import { requestSubscription, type Disposable, type Environment } from 'relay-runtime';
import { commit } from './commit.ts';
import addFileResourceMutation, {
  type datasetsAddFileResourceMutation,
  type datasetsAddFileResourceMutation$data,
} from './generated/datasetsAddFileResourceMutation.graphql.ts';
import publishMutation, { type datasetsPublishMutation } from './generated/datasetsPublishMutation.graphql.ts';
import statusSubscription, { type datasetsStatusSubscription } from './generated/datasetsStatusSubscription.graphql.ts';
import uploadFileMutation, { type datasetsUploadFileMutation } from './generated/datasetsUploadFileMutation.graphql.ts';

type AddedResource = datasetsAddFileResourceMutation$data['createResource']['resource'];

/** Uploads a CSV file, such as one of an `<input type="file">`, and adds it to the dataset as a resource. */
export async function addFile(environment: Environment, datasetUid: string, file: File): Promise<AddedResource> {
  const { uploadResourceFile } = await commit<datasetsUploadFileMutation>(environment, {
    mutation: uploadFileMutation,
    variables: { datasetUid, file: null },
    uploadables: { file },
  });
  const fileUid = uploadResourceFile.file?.uid;
  if (fileUid === undefined) throw new Error('The file was stored, but the key may not read it.');
  const { createResource } = await commit<datasetsAddFileResourceMutation>(environment, {
    mutation: addFileResourceMutation,
    variables: { datasetUid, title: file.name, fileUid },
  });
  return createResource.resource;
}

/** Requests the publication of a dataset, which a worker carries out. */
export const publish = (environment: Environment, uid: string) =>
  commit<datasetsPublishMutation>(environment, { mutation: publishMutation, variables: { uid } });

/**
 * Follows the status of a publication: the current one at once, then each change. Events update the store, so views that show the status
 * follow it without code of their own.
 */
export const watchStatus = (environment: Environment, uid: string): Disposable =>
  requestSubscription<datasetsStatusSubscription>(environment, {
    subscription: statusSubscription,
    variables: { uid },
  });
