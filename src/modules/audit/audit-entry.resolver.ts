import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { PageArgs } from '#api/reading/connection.ts';
import { readRootPage } from '#api/reading/read.ts';
import { auditRoot } from './audit-entry.source.ts';
import { AuditEntriesArgs, AuditEntry, AuditEntryConnection } from './audit-entry.type.ts';

@Resolver(() => AuditEntry)
export class AuditEntryResolver {
  @Query(() => AuditEntryConnection, {
    nullable: true,
    description:
      'The audit log, the newest first: changes of users, groups, keys, connections and of the portal, moderation, and created, copied and deleted datasets. What changes a dataset is in its versions. Needs `administer`: without it, the field is null with an error.',
  })
  auditEntries(
    @Args(() => PageArgs) page: PageArgs,
    @Args(() => AuditEntriesArgs)
    { username, action, objectType, objectKey, since, until }: AuditEntriesArgs,
    @Ctx() ctx: RequestContext,
  ) {
    return readRootPage(ctx, auditRoot, page, { username, action, objectType, objectKey, since, until });
  }
}
