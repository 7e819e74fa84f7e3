import { Declares } from '#api/errors/declares.ts';
import { deletedPartPayload } from '#datasets/index.ts';
import { TakesInput } from '#api/types/change.inputs.ts';
import { Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import type { Row } from '#api/reading/type-source.ts';
import { resourcePayload } from './resource.source.ts';
import { clearResourceCache, createResource, deleteResource, updateResource } from './resources.service.ts';
import { fetchRemoteDataset } from './remote-metadata.ts';
import { DeleteResourcePayload, RemoteDataset, Resource, ResourcePayload } from './resource.type.ts';
import { CreateResourceInput, ResourceActionInput, UpdateResourceInput } from './resource.inputs.ts';

@Resolver(() => Resource)
export class ResourceResolver {
  @FieldResolver(() => RemoteDataset, {
    nullable: true,
    description:
      'The dataset of another catalog that a federated datasource names, fetched now; null for other datasources, and without an answer within 5 seconds.',
  })
  remoteDataset(@Root() resource: Row<Resource>, @Ctx() ctx: RequestContext) {
    return fetchRemoteDataset(ctx, resource.uid);
  }

  @Mutation(() => ResourcePayload, { description: 'Adds a resource to a dataset.' })
  @Declares({
    needs: 'edit_dataset, and moderate_form for the submissions of a form',
    fails: ['NOT_FOUND', 'REVISION_MISMATCH', 'SOURCE_REFUSED'],
  })
  @TakesInput(() => CreateResourceInput, 'The resource.')
  async createResource(input: CreateResourceInput, ctx: RequestContext) {
    return resourcePayload(ctx, input, await createResource(ctx, input));
  }

  @Mutation(() => ResourcePayload, { description: 'Changes a resource.' })
  @Declares({
    needs: 'edit_dataset, and moderate_form for the submissions of a form',
    fails: ['NOT_FOUND', 'REVISION_MISMATCH', 'SOURCE_REFUSED'],
  })
  @TakesInput(() => UpdateResourceInput, 'The change.')
  async updateResource(input: UpdateResourceInput, ctx: RequestContext) {
    return resourcePayload(ctx, input, await updateResource(ctx, input));
  }

  @Mutation(() => ResourcePayload, {
    description: "Clears the cache of a resource's datasource; the next publication reads the datasource again.",
  })
  @Declares({ needs: 'edit_dataset', fails: ['NOT_FOUND', 'REVISION_MISMATCH'] })
  @TakesInput(() => ResourceActionInput, 'The resource.')
  async clearResourceCache(input: ResourceActionInput, ctx: RequestContext) {
    return resourcePayload(ctx, input, await clearResourceCache(ctx, input));
  }

  @Mutation(() => DeleteResourcePayload, {
    description: 'Deletes a resource; its records disappear with the next publication.',
  })
  @Declares({ needs: 'edit_dataset', fails: ['NOT_FOUND', 'REVISION_MISMATCH'] })
  @TakesInput(() => ResourceActionInput, 'The resource.')
  async deleteResource(input: ResourceActionInput, ctx: RequestContext) {
    return deletedPartPayload(ctx, 'Resource', input.datasetUid, await deleteResource(ctx, input));
  }
}
