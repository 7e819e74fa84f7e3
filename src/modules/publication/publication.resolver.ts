import { Declares } from '#api/errors/declares.ts';
import {
  Arg,
  Ctx,
  FieldResolver,
  ID,
  Mutation,
  Query,
  Resolver,
  Root,
  type SubscribeResolverData,
  Subscription,
} from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { lazyObject } from '#kernel/json.ts';
import type { Row } from '#api/reading/type-source.ts';
import { Dataset, DatasetActionInput, datasetPayload, DatasetPayload, followDataset } from '#datasets/index.ts';
import { abortPublication, requestPublication } from './request-publication.ts';
import { FieldConfigurationInput } from '#fields/index.ts';
import {
  PreviewProcessorInput,
  PreviewResourceInput,
  PublishDatasetInput,
  whereDescription,
} from './publication.inputs.ts';
import { publicationStatuses } from './publication-status.source.ts';
import { FilterWarning, PublicationStatus, ResourcePreview } from './publication.type.ts';
import { rowReader } from '#api/reading/read-for-callers.ts';
import type { StreamContext } from '#api/streams.ts';
import { loadFilterWarnings } from './filter-warnings.ts';
import { nullWhereUnreadable, Resource } from '#resources/index.ts';
import { previewSaved, previewUnsaved } from './preview-records.ts';

@Resolver(() => Dataset)
export class PublicationResolver {
  @Mutation(() => DatasetPayload, {
    description:
      'Requests the publication of a dataset in its current configuration: its records are read and processed again, and its metadata is published.',
  })
  @Declares({ needs: 'publish_dataset', fails: ['NOT_FOUND', 'REVISION_MISMATCH', 'INVALID_DATASET_STATUS'] })
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
  @Declares({ needs: 'publish_dataset', fails: ['NOT_FOUND', 'REVISION_MISMATCH', 'INVALID_DATASET_STATUS'] })
  async publishDatasetMetadata(
    @Arg('input', () => DatasetActionInput, { description: 'The dataset.' }) input: DatasetActionInput,
    @Ctx() ctx: RequestContext,
  ) {
    return lazyObject(datasetPayload(ctx, await requestPublication(ctx, 'publish_metadata', input)));
  }

  @Mutation(() => DatasetPayload, {
    description: 'Requests that a published dataset is removed from the catalog; the dataset itself stays.',
  })
  @Declares({ needs: 'publish_dataset', fails: ['NOT_FOUND', 'REVISION_MISMATCH', 'INVALID_DATASET_STATUS'] })
  async unpublishDataset(
    @Arg('input', () => DatasetActionInput, { description: 'The dataset.' }) input: DatasetActionInput,
    @Ctx() ctx: RequestContext,
  ) {
    return lazyObject(datasetPayload(ctx, await requestPublication(ctx, 'unpublish', input)));
  }

  @Mutation(() => DatasetPayload, {
    description: 'Aborts the running publication; the records written so far are kept and published.',
  })
  @Declares({ needs: 'publish_dataset', fails: ['NOT_FOUND', 'REVISION_MISMATCH', 'INVALID_DATASET_STATUS'] })
  async abortDatasetPublishing(
    @Arg('input', () => DatasetActionInput, { description: 'The dataset.' }) input: DatasetActionInput,
    @Ctx() ctx: RequestContext,
  ) {
    return lazyObject(datasetPayload(ctx, await abortPublication(ctx, input)));
  }
}

type StatusSubscription = SubscribeResolverData<unknown, { readonly uid: string }, StreamContext>;

const readStatus = rowReader(publicationStatuses);

@Resolver(() => PublicationStatus)
export class PublicationStatusResolver {
  @Subscription(() => PublicationStatus, {
    nullable: true,
    subscribe: ({ args, context }: StatusSubscription) => followDataset(context, args.uid, readStatus),
    description: "The state of a dataset's publication, now and after each change. Ends with null when it is deleted.",
  })
  datasetStatus(
    @Root() status: Row<PublicationStatus> | null,
    @Arg('uid', () => ID, { description: 'The uid of the dataset.' }) _uid: string,
  ) {
    return status;
  }
}

@Resolver(() => Dataset)
export class FilterWarningResolver {
  @FieldResolver(() => [FilterWarning], {
    nullable: true,
    description:
      'The row filters of the default security and of rulesets that match no record, now or after the next publication, because a field is missing or compared in an unsupported way; and visible fields that do not exist. Null, with an error, where they cannot be checked.',
  })
  filterWarnings(@Root() dataset: Dataset, @Ctx() ctx: RequestContext) {
    return loadFilterWarnings(ctx, dataset.uid);
  }
}

@Resolver(() => Resource)
export class PreviewResolver {
  @Query(() => ResourcePreview, {
    nullable: true,
    description:
      'The first records of an unsaved resource. Needs the right to edit the dataset, else null with an error.',
  })
  previewResource(
    @Arg('input', () => PreviewResourceInput, { description: 'The source and its extractor.' })
    input: PreviewResourceInput,
    @Ctx() ctx: RequestContext,
  ) {
    return previewUnsaved(ctx, input);
  }

  @FieldResolver(() => ResourcePreview, {
    nullable: true,
    description: `The first records of the resource. ${nullWhereUnreadable} For a wrong \`where\` the error is ODSQL_SYNTAX_ERROR or ODSQL_ERROR.`,
  })
  preview(
    @Root() resource: Row<Resource>,
    @Arg('where', () => String, { nullable: true, description: whereDescription }) where: string | null,
    @Arg('processors', () => [PreviewProcessorInput], {
      nullable: true,
      description: 'The stack of processors to try, in order. Default: that of the dataset.',
    })
    processors: readonly PreviewProcessorInput[] | null,
    @Arg('fields', () => [FieldConfigurationInput], {
      nullable: true,
      description: 'The stack of field configurations to try, in order. Default: that of the dataset.',
    })
    fields: readonly FieldConfigurationInput[] | null,
    @Ctx() ctx: RequestContext,
  ) {
    return previewSaved(ctx, resource, { where, processors, fields });
  }
}
