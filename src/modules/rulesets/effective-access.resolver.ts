import { Arg, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { Dataset } from '#datasets/index.ts';
import { loadEffectiveAccess } from './effective-access.ts';
import { EffectiveAccess } from './effective-access.type.ts';

@Resolver(() => Dataset)
export class EffectiveAccessResolver {
  @FieldResolver(() => EffectiveAccess, {
    nullable: true,
    description:
      'The access of a user to the dataset, and its reasons. For another user it needs the right to manage the dataset. Null when there is no such user.',
  })
  effectiveAccess(
    @Root() dataset: Dataset,
    @Arg('username', () => String, { description: 'The name of the user.' }) username: string,
    @Ctx() ctx: RequestContext,
  ) {
    return loadEffectiveAccess(ctx, dataset, username);
  }
}
