import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { previewDeletion } from './dependents.ts';
import { Dependents } from './identity.type.ts';

@Resolver()
export class DeletionPreviewResolver {
  @Query(() => [Dependents], {
    nullable: true,
    description:
      'What refers to a user, and what would become of it with a deletion, as `deleteUser` returns it. Null with an error where there is no such user, and without `administer`.',
  })
  userDeletionPreview(
    @Arg('username', () => String, { description: 'The name of the user.' }) username: string,
    @Ctx() ctx: RequestContext,
  ) {
    return previewDeletion(ctx, 'user_account', username);
  }

  @Query(() => [Dependents], {
    nullable: true,
    description:
      'What refers to a group, and what would become of it with a deletion, as `deleteGroup` returns it. Null with an error where there is no such group, and without `administer`.',
  })
  groupDeletionPreview(
    @Arg('uid', () => ID, { description: 'The uid of the group.' }) uid: string,
    @Ctx() ctx: RequestContext,
  ) {
    return previewDeletion(ctx, 'user_group', uid);
  }
}
