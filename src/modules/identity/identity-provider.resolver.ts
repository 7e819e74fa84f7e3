import { Declares } from '#api/errors/declares.ts';
import { TakesInput } from '#api/types/change.inputs.ts';
import { Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { deletionPayload } from '#api/node.type.ts';
import { lazyObject } from '#kernel/json.ts';
import { lazyEdge, lazyRow } from '#api/reading/read.ts';
import {
  createIdentityProvider,
  deleteIdentityProvider,
  updateIdentityProvider,
} from './identity-providers.service.ts';
import {
  CreateIdentityProviderInput,
  DeleteIdentityProviderInput,
  UpdateIdentityProviderInput,
} from './identity-provider.inputs.ts';
import { identityProviders } from './identity-provider.source.ts';
import { DeleteIdentityProviderPayload, IdentityProvider, IdentityProviderPayload } from './identity-provider.type.ts';

@Resolver(() => IdentityProvider)
export class IdentityProviderResolver {
  @Mutation(() => IdentityProviderPayload, { description: 'Adds a provider.' })
  @Declares({ needs: 'administer', fails: [] })
  @TakesInput(() => CreateIdentityProviderInput, 'The provider.')
  async createIdentityProvider(input: CreateIdentityProviderInput, ctx: RequestContext) {
    return lazyObject(providerPayload(ctx, await createIdentityProvider(ctx, input)));
  }

  @Mutation(() => IdentityProviderPayload, {
    description: 'Changes a provider, effective immediately.',
  })
  @Declares({ needs: 'administer', fails: ['NOT_FOUND'] })
  @TakesInput(() => UpdateIdentityProviderInput, 'The change.')
  async updateIdentityProvider(input: UpdateIdentityProviderInput, ctx: RequestContext) {
    return lazyObject(providerPayload(ctx, await updateIdentityProvider(ctx, input)));
  }

  @Mutation(() => DeleteIdentityProviderPayload, { description: 'Deletes a provider.' })
  @Declares({ needs: 'administer', fails: ['NOT_FOUND'] })
  @TakesInput(() => DeleteIdentityProviderInput, 'The object to act on.')
  async deleteIdentityProvider(input: DeleteIdentityProviderInput, ctx: RequestContext) {
    return deletionPayload('IdentityProvider', await deleteIdentityProvider(ctx, input));
  }
}

const providerPayload = (ctx: RequestContext, uid: string) => ({
  identityProvider: lazyRow(ctx, identityProviders, { uid }),
  identityProviderEdge: lazyEdge(ctx, identityProviders, { uid }),
});
