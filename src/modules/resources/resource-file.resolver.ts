import { Declares } from '#api/errors/declares.ts';
import { TakesInput } from '#api/types/change.inputs.ts';
import { Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { lazyObject } from '#kernel/json.ts';
import { lazyEdge, lazyRow } from '#api/reading/read.ts';
import { datasetPartPayload, Dataset } from '#datasets/index.ts';
import { UploadResourceFileInput } from './resource.inputs.ts';
import { resourceFiles } from './resource.source.ts';
import { ResourceFilePayload } from './resource.type.ts';
import { storeResourceFile } from './resources.service.ts';

const filePayload = (ctx: RequestContext, datasetUid: string, uid: string) =>
  lazyObject({
    file: lazyRow(ctx, resourceFiles, { dataset_uid: datasetUid, uid }),
    fileEdge: lazyEdge(ctx, resourceFiles, { dataset_uid: datasetUid, uid }),
    ...datasetPartPayload(ctx, datasetUid),
  });

@Resolver(() => Dataset)
export class ResourceFileResolver {
  @Mutation(() => ResourceFilePayload, {
    description:
      'Uploads a file for the resources of a dataset. The file replaces an existing file with the same name.',
  })
  @Declares({ needs: 'edit_dataset', fails: ['NOT_FOUND', 'REVISION_MISMATCH', 'BAD_REQUEST', 'PAYLOAD_TOO_LARGE'] })
  @TakesInput(() => UploadResourceFileInput, 'The file.')
  async uploadResourceFile(input: UploadResourceFileInput, ctx: RequestContext) {
    return filePayload(ctx, input.datasetUid, await storeResourceFile(ctx, input));
  }
}
