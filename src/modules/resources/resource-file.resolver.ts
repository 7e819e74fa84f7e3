import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { lazyObject } from '#kernel/json.ts';
import { loadByArgument, loadPage } from '#api/reading/load.ts';
import { PageArgs } from '#api/reading/connection.ts';
import { lazyEdge, lazyRow } from '#api/reading/read.ts';
import type { Row } from '#api/reading/type-source.ts';
import { datasetPartPayload, Dataset } from '#datasets/index.ts';
import { ResourceFile, ResourceFileConnection } from './kinds/uploaded-file.ts';
import { UploadResourceFileInput } from './resource.inputs.ts';
import { fileOfDataset, filesOfDataset, resourceFiles } from './resource.source.ts';
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
  @FieldResolver(() => ResourceFileConnection, {
    description: 'The files uploaded for the resources of the dataset, in the order of their first upload.',
  })
  resourceFiles(@Root() dataset: Row<Dataset>, @Args(() => PageArgs) page: PageArgs, @Ctx() ctx: RequestContext) {
    return loadPage(ctx, filesOfDataset, dataset, page);
  }

  @FieldResolver(() => ResourceFile, {
    nullable: true,
    description: 'The file with this name; null when there is none.',
  })
  resourceFile(
    @Root() dataset: Row<Dataset>,
    @Arg('uid', () => ID, { description: "The file's uid." }) uid: string,
    @Ctx() ctx: RequestContext,
  ) {
    return loadByArgument(ctx, fileOfDataset, dataset, uid);
  }

  @Mutation(() => ResourceFilePayload, {
    description:
      'Uploads a file for the resources of a dataset. The file replaces an existing file with the same name.',
  })
  async uploadResourceFile(
    @Arg('input', () => UploadResourceFileInput, { description: 'The file.' }) input: UploadResourceFileInput,
    @Ctx() ctx: RequestContext,
  ) {
    return filePayload(ctx, input.datasetUid, await storeResourceFile(ctx, input));
  }
}
