import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../api/context.ts';
import { lazyObject } from '../../api/lazy-object.ts';
import { loadOne } from '../../api/reading/load.ts';
import type { Row } from '../../api/reading/source.ts';
import { changedDataset, Dataset, DatasetActionInput, DatasetPayload } from '../datasets/index.ts';
import { abortPublication } from './abort-publication.ts';
import { orderPublication } from './order-publication.ts';
import { PublishDatasetInput } from './publication.inputs.ts';
import { statusOfDataset } from './publication-status.source.ts';
import { PublicationStatus } from './publication-status.type.ts';

@Resolver(() => Dataset)
export class PublicationResolver {
  @FieldResolver(() => PublicationStatus, {
    nullable: true,
    description: 'Where its publication stands; null when it was deleted in this moment.',
  })
  status(@Root() dataset: Row<Dataset>, @Ctx() ctx: RequestContext) {
    return loadOne(ctx, statusOfDataset, dataset);
  }

  @Mutation(() => DatasetPayload, {
    description:
      'Orders the publication of a dataset as it is configured now: its records are made anew, its metadata published.',
  })
  async publishDataset(
    @Arg('input', () => PublishDatasetInput, { description: 'Which one, and whether it may lose all its records.' })
    input: PublishDatasetInput,
    @Ctx() ctx: RequestContext,
  ) {
    return lazyObject(changedDataset(ctx, await orderPublication(ctx, 'publish', input)));
  }

  @Mutation(() => DatasetPayload, {
    description: 'Orders the publication of the drafted metadata of a published dataset; its records stay.',
  })
  async publishDatasetMetadata(
    @Arg('input', () => DatasetActionInput, { description: 'Which one.' }) input: DatasetActionInput,
    @Ctx() ctx: RequestContext,
  ) {
    return lazyObject(changedDataset(ctx, await orderPublication(ctx, 'publish_metadata', input)));
  }

  @Mutation(() => DatasetPayload, {
    description: 'Orders that a published dataset leaves the catalog; the dataset itself stays.',
  })
  async unpublishDataset(
    @Arg('input', () => DatasetActionInput, { description: 'Which one.' }) input: DatasetActionInput,
    @Ctx() ctx: RequestContext,
  ) {
    return lazyObject(changedDataset(ctx, await orderPublication(ctx, 'unpublish', input)));
  }

  @Mutation(() => DatasetPayload, {
    description: 'Stops the running publication; the records written so far are kept and published.',
  })
  async abortDatasetPublishing(
    @Arg('input', () => DatasetActionInput, { description: 'Which one.' }) input: DatasetActionInput,
    @Ctx() ctx: RequestContext,
  ) {
    return lazyObject(changedDataset(ctx, await abortPublication(ctx, input)));
  }
}
