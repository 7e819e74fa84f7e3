import { deletedPartPayload } from '#datasets/index.ts';
import { TakesInput } from '#api/types/change.inputs.ts';
import { Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { ParameterValue } from '#api/types/parameter.type.ts';
import type { Row } from '#api/reading/type-source.ts';
import {
  formatOfResource,
  nameOfResource,
  originOfResource,
  parametersOfResource,
  resourcePayload,
  urlOfResource,
} from './resource.source.ts';
import { cleanResourceCache, createResource, deleteResource, updateResource } from './resources.service.ts';
import { fetchRemoteDataset } from './remote-metadata.ts';
import { DeleteResourcePayload, RemoteDataset, Resource, ResourceKind, ResourcePayload } from './resource.type.ts';
import { CreateResourceInput, ResourceActionInput, UpdateResourceInput } from './resource.inputs.ts';

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
  @TakesInput(() => CreateResourceInput, 'The resource.')
  async createResource(input: CreateResourceInput, ctx: RequestContext) {
    return resourcePayload(ctx, input, await createResource(ctx, input));
  }

  @Mutation(() => ResourcePayload, { description: 'Changes a resource.' })
  @TakesInput(() => UpdateResourceInput, 'The change.')
  async updateResource(input: UpdateResourceInput, ctx: RequestContext) {
    return resourcePayload(ctx, input, await updateResource(ctx, input));
  }

  @Mutation(() => ResourcePayload, {
    description: "Clears the cache of a resource's datasource; the next publication reads the datasource again.",
  })
  @TakesInput(() => ResourceActionInput, 'The resource.')
  async cleanResourceCache(input: ResourceActionInput, ctx: RequestContext) {
    return resourcePayload(ctx, input, await cleanResourceCache(ctx, input));
  }

  @Mutation(() => DeleteResourcePayload, {
    description: 'Deletes a resource; its records disappear with the next publication.',
  })
  @TakesInput(() => ResourceActionInput, 'The resource.')
  async deleteResource(input: ResourceActionInput, ctx: RequestContext) {
    return deletedPartPayload(ctx, 'Resource', input.datasetUid, await deleteResource(ctx, input));
  }
}
