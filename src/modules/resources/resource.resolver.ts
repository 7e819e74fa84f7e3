import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../api/context.ts';
import { loadNamed, loadOne, loadPage } from '../../api/reading/load.ts';
import { PageArgs } from '../../api/reading/page-args.ts';
import type { Row } from '../../api/reading/type-source.ts';
import { DatasourceConnectionSettings } from '../connections/index.ts';
import { Dataset } from '../datasets/index.ts';
import { changedResource, deletedResource } from './change/changed-resource.ts';
import { cleanResourceCache } from './cache/clean-resource-cache.ts';
import { createResource } from './change/create-resource.ts';
import { deleteResource } from './change/delete-resource.ts';
import { remoteDatasetOfResource } from './federation/remote-dataset-of-resource.ts';
import { RemoteDataset } from './federation/remote-dataset.type.ts';
import { CreateResourceInput, ResourceActionInput, UpdateResourceInput } from './resource.inputs.ts';
import {
  connectionOfResource,
  formatOfResource,
  nameOfResource,
  originOfResource,
  resourceOfDataset,
  resourcesOfDataset,
  urlOfResource,
} from './resource.source.ts';
import { DeleteResourcePayload, ResourceKind, Resource, ResourceConnection, ResourcePayload } from './resource.type.ts';
import { updateResource } from './change/update-resource.ts';

@Resolver(() => Dataset)
export class DatasetResourcesResolver {
  @FieldResolver(() => ResourceConnection, {
    description: 'Where its records come from, in the order of creation, which is that of their records.',
  })
  resources(@Root() dataset: Row<Dataset>, @Args(() => PageArgs) page: PageArgs, @Ctx() ctx: RequestContext) {
    return loadPage(ctx, resourcesOfDataset, dataset, page);
  }

  @FieldResolver(() => Resource, {
    nullable: true,
    description: 'One of its resources; null when it has none of this uid.',
  })
  resource(
    @Root() dataset: Row<Dataset>,
    @Arg('uid', () => ID, { description: "The resource's uid." }) uid: string,
    @Ctx() ctx: RequestContext,
  ) {
    return loadNamed(ctx, resourceOfDataset, dataset, uid);
  }
}

@Resolver(() => Resource)
export class ResourceResolver {
  @FieldResolver(() => String, {
    description: 'What people see: the full address of the source, or the name of the file.',
  })
  displayName(@Root() resource: Row<Resource>) {
    return nameOfResource(resource, {});
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Its address, where it has one of its own; of a realtime resource where records are pushed to, with the key: for those who may edit.',
  })
  url(@Root() resource: Row<Resource>, @Ctx() ctx: RequestContext) {
    return urlOfResource(resource, ctx.app);
  }

  @FieldResolver(() => DatasourceConnectionSettings, {
    nullable: true,
    description: 'How the place of its bytes is reached; null where its datasource needs no connection.',
  })
  connection(@Root() resource: Row<Resource>, @Ctx() ctx: RequestContext) {
    return loadOne(ctx, connectionOfResource, resource);
  }

  @FieldResolver(() => RemoteDataset, {
    nullable: true,
    description:
      'The dataset of another catalog that a federated datasource names, asked now; null where there is none, and where it does not answer within seconds.',
  })
  remoteDataset(@Root() resource: Row<Resource>, @Ctx() ctx: RequestContext) {
    return remoteDatasetOfResource(ctx, resource.uid);
  }

  @FieldResolver(() => ResourceKind, {
    nullable: true,
    description: 'The format that its extractor reads; null when there is nothing to tell.',
  })
  extractionInfos(@Root() resource: Row<Resource>) {
    return formatOfResource(resource, {});
  }

  @FieldResolver(() => ResourceKind, {
    description: 'Where its records come from: its datasource or its extractor, whichever tells more.',
  })
  origin(@Root() resource: Row<Resource>) {
    return originOfResource(resource, {});
  }

  @Mutation(() => ResourcePayload, { description: 'Adds a resource to a dataset.' })
  async createResource(
    @Arg('input', () => CreateResourceInput, { description: 'The resource.' }) input: CreateResourceInput,
    @Ctx() ctx: RequestContext,
  ) {
    return changedResource(ctx, input, await createResource(ctx, input));
  }

  @Mutation(() => ResourcePayload, { description: 'Changes a resource.' })
  async updateResource(
    @Arg('input', () => UpdateResourceInput, { description: 'The change.' }) input: UpdateResourceInput,
    @Ctx() ctx: RequestContext,
  ) {
    return changedResource(ctx, input, await updateResource(ctx, input));
  }

  @Mutation(() => ResourcePayload, {
    description: "Forgets what is kept of a resource's source, so that it is read anew.",
  })
  async cleanResourceCache(
    @Arg('input', () => ResourceActionInput, { description: 'Which one.' }) input: ResourceActionInput,
    @Ctx() ctx: RequestContext,
  ) {
    return changedResource(ctx, input, await cleanResourceCache(ctx, input));
  }

  @Mutation(() => DeleteResourcePayload, {
    description: 'Removes a resource from its dataset; its records go with the next publication.',
  })
  async deleteResource(
    @Arg('input', () => ResourceActionInput, { description: 'Which one.' }) input: ResourceActionInput,
    @Ctx() ctx: RequestContext,
  ) {
    return deletedResource(ctx, input, await deleteResource(ctx, input));
  }
}
