import { TakesInput } from '#api/types/change.inputs.ts';
import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { deletionPayload } from '#api/node.type.ts';
import { lazyObject } from '#kernel/json.ts';
import { PageArgs } from '#api/reading/connection.ts';
import { lazyEdge, lazyRow, readRootPage } from '#api/reading/read.ts';
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
import { identityProviders, providerRoots } from './identity-provider.source.ts';
import {
  DeleteIdentityProviderPayload,
  IdentityProvider,
  IdentityProviderConnection,
  IdentityProviderPayload,
} from './identity-provider.type.ts';

@Resolver(() => IdentityProvider)
export class IdentityProviderResolver {
  @Query(() => IdentityProviderConnection, {
    description:
      'The sign-in providers: the national federation first, then SAML, then OIDC, each by name. Needs no key; inactive providers need `administer`.',
  })
  identityProviders(
    @Args(() => PageArgs) page: PageArgs,
    @Arg('isActive', () => Boolean, { nullable: true, description: 'Only active providers, or only inactive ones.' })
    isActive: boolean | null | undefined,
    @Ctx() ctx: RequestContext,
  ) {
    return readRootPage(ctx, providerRoots.identityProviders, page, { isActive });
  }

  @Mutation(() => IdentityProviderPayload, { description: 'Adds a provider; needs `administer`.' })
  @TakesInput(() => CreateIdentityProviderInput, 'The provider.')
  async createIdentityProvider(input: CreateIdentityProviderInput, ctx: RequestContext) {
    return lazyObject(providerPayload(ctx, await createIdentityProvider(ctx, input)));
  }

  @Mutation(() => IdentityProviderPayload, {
    description: 'Changes a provider, effective immediately; needs `administer`.',
  })
  @TakesInput(() => UpdateIdentityProviderInput, 'The change.')
  async updateIdentityProvider(input: UpdateIdentityProviderInput, ctx: RequestContext) {
    return lazyObject(providerPayload(ctx, await updateIdentityProvider(ctx, input)));
  }

  @Mutation(() => DeleteIdentityProviderPayload, { description: 'Deletes a provider; needs `administer`.' })
  @TakesInput(() => DeleteIdentityProviderInput, 'The object to act on.')
  async deleteIdentityProvider(input: DeleteIdentityProviderInput, ctx: RequestContext) {
    return deletionPayload('IdentityProvider', await deleteIdentityProvider(ctx, input));
  }
}

const providerPayload = (ctx: RequestContext, uid: string) => ({
  identityProvider: lazyRow(ctx, identityProviders, { uid }),
  identityProviderEdge: lazyEdge(ctx, identityProviders, { uid }),
});
