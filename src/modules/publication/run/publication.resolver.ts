import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { lazyObject } from '#api/reading/lazy-object.ts';
import { loadOne } from '#api/reading/load.ts';
import type { Row } from '#api/reading/type-source.ts';
import { datasetPayload, Dataset, DatasetActionInput, DatasetPayload } from '#datasets/index.ts';
import { abortPublication, requestPublication } from './request-publication.ts';
import { PublishDatasetInput } from './publication.inputs.ts';
import { statusOfDataset } from '../status/publication-status.source.ts';
import { PublicationStatus } from '../status/publication-status.type.ts';

@Resolver(() => Dataset)
export class PublicationResolver {
  @FieldResolver(() => PublicationStatus, {
    nullable: true,
    description: 'The state of the publication of the dataset; null if the dataset was deleted meanwhile.',
  })
  status(@Root() dataset: Row<Dataset>, @Ctx() ctx: RequestContext) {
    return loadOne(ctx, statusOfDataset, dataset);
  }

  @Mutation(() => DatasetPayload, {
    description:
      'Requests the publication of a dataset in its current configuration: its records are read and processed again, and its metadata is published.',
  })
  async publishDataset(
    @Arg('input', () => PublishDatasetInput, { description: 'The dataset, and whether it may lose all its records.' })
    input: PublishDatasetInput,
    @Ctx() ctx: RequestContext,
  ) {
    return lazyObject(datasetPayload(ctx, await requestPublication(ctx, 'publish', input)));
  }

  @Mutation(() => DatasetPayload, {
    description: 'Requests the publication of the draft metadata of a published dataset; its records are not changed.',
  })
  async publishDatasetMetadata(
    @Arg('input', () => DatasetActionInput, { description: 'The dataset.' }) input: DatasetActionInput,
    @Ctx() ctx: RequestContext,
  ) {
    return lazyObject(datasetPayload(ctx, await requestPublication(ctx, 'publish_metadata', input)));
  }

  @Mutation(() => DatasetPayload, {
    description: 'Requests that a published dataset is removed from the catalog; the dataset itself stays.',
  })
  async unpublishDataset(
    @Arg('input', () => DatasetActionInput, { description: 'The dataset.' }) input: DatasetActionInput,
    @Ctx() ctx: RequestContext,
  ) {
    return lazyObject(datasetPayload(ctx, await requestPublication(ctx, 'unpublish', input)));
  }

  @Mutation(() => DatasetPayload, {
    description: 'Aborts the running publication; the records written so far are kept and published.',
  })
  async abortDatasetPublishing(
    @Arg('input', () => DatasetActionInput, { description: 'The dataset.' }) input: DatasetActionInput,
    @Ctx() ctx: RequestContext,
  ) {
    return lazyObject(datasetPayload(ctx, await abortPublication(ctx, input)));
  }
}
