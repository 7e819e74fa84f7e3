import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { loadByArgument, loadOne, loadPage } from '#api/reading/load.ts';
import { PageArgs } from '#api/reading/connection.ts';
import { ParameterValue } from '#api/types/parameter.type.ts';
import type { Row } from '#api/reading/type-source.ts';
import { DatasourceConnectionSettings } from '#connections/index.ts';
import { Dataset } from '#datasets/index.ts';
import {
  connectionOfResource,
  deleteResourcePayload,
  formatOfResource,
  nameOfResource,
  originOfResource,
  parametersOfResource,
  resourceOfDataset,
  resourcePayload,
  resourcesOfDataset,
  urlOfResource,
} from './resource.source.ts';
import { cleanResourceCache, createResource, deleteResource, updateResource } from './resources.service.ts';
import { fetchRemoteDataset } from './remote-metadata.ts';
import {
  DeleteResourcePayload,
  RemoteDataset,
  Resource,
  ResourceConnection,
  ResourceKind,
  ResourcePayload,
} from './resource.type.ts';
import { CreateResourceInput, ResourceActionInput, UpdateResourceInput } from './resource.inputs.ts';

@Resolver(() => Dataset)
export class DatasetResourcesResolver {
  @FieldResolver(() => ResourceConnection, {
    description: 'The resources, in order of creation; the records of the dataset have the same order.',
  })
  resources(@Root() dataset: Row<Dataset>, @Args(() => PageArgs) page: PageArgs, @Ctx() ctx: RequestContext) {
    return loadPage(ctx, resourcesOfDataset, dataset, page);
  }

  @FieldResolver(() => Resource, {
    nullable: true,
    description: 'The resource with this uid; null when the dataset has none.',
  })
  resource(
    @Root() dataset: Row<Dataset>,
    @Arg('uid', () => ID, { description: "The resource's uid." }) uid: string,
    @Ctx() ctx: RequestContext,
  ) {
    return loadByArgument(ctx, resourceOfDataset, dataset, uid);
  }
}

@Resolver(() => Resource)
export class ResourceResolver {
  @FieldResolver(() => String, {
    description: 'The name shown to people: the full address of the datasource, or the filename.',
  })
  displayName(@Root() resource: Row<Resource>) {
    return nameOfResource(resource, {});
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'The URL from which the resource is read; null when it has a datasource. For a realtime resource, the push URL, which contains the push key; null when you may not edit the dataset.',
  })
  url(@Root() resource: Row<Resource>, @Ctx() ctx: RequestContext) {
    return urlOfResource(resource, ctx.app);
  }

  @FieldResolver(() => DatasourceConnectionSettings, {
    nullable: true,
    description: 'The connection of the datasource; null for a datasource without a connection.',
  })
  connection(@Root() resource: Row<Resource>, @Ctx() ctx: RequestContext) {
    return loadOne(ctx, connectionOfResource, resource);
  }

  @FieldResolver(() => RemoteDataset, {
    nullable: true,
    description:
      'The dataset of another catalog that a federated datasource names, fetched now; null for other datasources, and when the other catalog does not respond within 5 seconds.',
  })
  remoteDataset(@Root() resource: Row<Resource>, @Ctx() ctx: RequestContext) {
    return fetchRemoteDataset(ctx, resource.uid);
  }

  @FieldResolver(() => ResourceKind, {
    nullable: true,
    description: 'The format that the extractor reads; null when the extractor no longer exists.',
  })
  extractionInfos(@Root() resource: Row<Resource>) {
    return formatOfResource(resource, {});
  }

  @FieldResolver(() => [ParameterValue], {
    description:
      'The parameters that the type describes, in its order, with their values. Other parameters are only in `params`.',
  })
  parameters(@Root() resource: Row<Resource>) {
    return parametersOfResource(resource, {});
  }

  @FieldResolver(() => ResourceKind, {
    description:
      'Where the records come from: the kind of the datasource, or the extractor where that is more specific.',
  })
  origin(@Root() resource: Row<Resource>) {
    return originOfResource(resource, {});
  }

  @Mutation(() => ResourcePayload, { description: 'Adds a resource to a dataset.' })
  async createResource(
    @Arg('input', () => CreateResourceInput, { description: 'The resource.' }) input: CreateResourceInput,
    @Ctx() ctx: RequestContext,
  ) {
    return resourcePayload(ctx, input, await createResource(ctx, input));
  }

  @Mutation(() => ResourcePayload, { description: 'Changes a resource.' })
  async updateResource(
    @Arg('input', () => UpdateResourceInput, { description: 'The change.' }) input: UpdateResourceInput,
    @Ctx() ctx: RequestContext,
  ) {
    return resourcePayload(ctx, input, await updateResource(ctx, input));
  }

  @Mutation(() => ResourcePayload, {
    description: "Clears the cache of a resource's datasource; the next publication reads the datasource again.",
  })
  async cleanResourceCache(
    @Arg('input', () => ResourceActionInput, { description: 'The resource.' }) input: ResourceActionInput,
    @Ctx() ctx: RequestContext,
  ) {
    return resourcePayload(ctx, input, await cleanResourceCache(ctx, input));
  }

  @Mutation(() => DeleteResourcePayload, {
    description: 'Deletes a resource; its records disappear with the next publication.',
  })
  async deleteResource(
    @Arg('input', () => ResourceActionInput, { description: 'The resource.' }) input: ResourceActionInput,
    @Ctx() ctx: RequestContext,
  ) {
    return deleteResourcePayload(ctx, input, await deleteResource(ctx, input));
  }
}
