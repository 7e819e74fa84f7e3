import { Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { loadPage } from '#api/reading/load.ts';
import { PageArgs } from '#api/reading/page/page-args.ts';
import { readRoot } from '#api/reading/read-root.ts';
import type { Row } from '#api/reading/declare/type-source.ts';
import { ApiKeyConnection } from '../keys/api-key.type.ts';
import { GroupConnection } from '../groups/group.type.ts';
import { identityRoots } from '../identity-roots.ts';
import { groupsOfViewer, keysOfViewer } from '../identity.source.ts';
import { Viewer } from './viewer.type.ts';

@Resolver(() => Viewer)
export class ViewerResolver {
  @Query(() => Viewer, { nullable: true, description: 'The caller. Null without a key.' })
  viewer(@Ctx() ctx: RequestContext) {
    return readRoot(ctx, identityRoots.viewer);
  }

  @FieldResolver(() => GroupConnection, { description: 'The groups of the caller, by uid.' })
  groups(@Root() viewer: Row<Viewer>, @Args(() => PageArgs) page: PageArgs, @Ctx() ctx: RequestContext) {
    return loadPage(ctx, groupsOfViewer, viewer, page);
  }

  @FieldResolver(() => ApiKeyConnection, {
    description: 'The keys of the caller in order of creation, including revoked and expired ones.',
  })
  keys(@Root() viewer: Row<Viewer>, @Args(() => PageArgs) page: PageArgs, @Ctx() ctx: RequestContext) {
    return loadPage(ctx, keysOfViewer, viewer, page);
  }
}
