import { Declares } from '#api/errors/declares.ts';
import { TakesInput } from '#api/types/change.inputs.ts';
import { Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { lazyObject } from '#kernel/json.ts';
import { lazyEdge, lazyRow, readByKey } from '#api/reading/read.ts';
import {
  DatasourceConnectionGroupRulesetPayload,
  DatasourceConnectionUserRulesetPayload,
} from './connection-ruleset.type.ts';
import {
  CreateDatasourceConnectionGroupRulesetInput,
  CreateDatasourceConnectionUserRulesetInput,
  DeleteDatasourceConnectionGroupRulesetInput,
  DeleteDatasourceConnectionUserRulesetInput,
  UpdateDatasourceConnectionGroupRulesetInput,
  UpdateDatasourceConnectionUserRulesetInput,
} from './connection-ruleset.inputs.ts';
import { connectionGroupRulesets, connections, connectionUserRulesets } from './connection.source.ts';
import { DatasourceConnectionPayload } from './connection.type.ts';
import {
  createConnectionRuleset,
  deleteConnectionRuleset,
  updateConnectionRuleset,
} from './connection-rulesets.service.ts';

@Resolver()
export class DatasourceConnectionRulesetResolver {
  @Mutation(() => DatasourceConnectionUserRulesetPayload, {
    description: 'Shares a connection with a user who has no ruleset on it.',
  })
  @Declares({ needs: 'manage_connection for the domain or by a ruleset', fails: ['NOT_FOUND'] })
  @TakesInput(() => CreateDatasourceConnectionUserRulesetInput, 'The ruleset.')
  async createDatasourceConnectionUserRuleset(input: CreateDatasourceConnectionUserRulesetInput, ctx: RequestContext) {
    return userPayload(
      ctx,
      input.connectionUid,
      await createConnectionRuleset(ctx, { user: input.user.username }, input),
    );
  }

  @Mutation(() => DatasourceConnectionUserRulesetPayload, {
    description: 'Changes the ruleset of a user on a connection, effective immediately.',
  })
  @Declares({ needs: 'manage_connection for the domain or by a ruleset', fails: ['NOT_FOUND'] })
  @TakesInput(() => UpdateDatasourceConnectionUserRulesetInput, 'The change.')
  async updateDatasourceConnectionUserRuleset(input: UpdateDatasourceConnectionUserRulesetInput, ctx: RequestContext) {
    return userPayload(ctx, input.connectionUid, await updateConnectionRuleset(ctx, { user: input.username }, input));
  }

  @Mutation(() => DatasourceConnectionPayload, {
    description: 'Stops sharing a connection with a user; resources that use it keep it.',
  })
  @Declares({ needs: 'manage_connection for the domain or by a ruleset', fails: ['NOT_FOUND'] })
  @TakesInput(() => DeleteDatasourceConnectionUserRulesetInput, 'The ruleset.')
  async deleteDatasourceConnectionUserRuleset(input: DeleteDatasourceConnectionUserRulesetInput, ctx: RequestContext) {
    return deletionPayload(
      ctx,
      input.connectionUid,
      await deleteConnectionRuleset(ctx, { user: input.username }, input),
    );
  }

  @Mutation(() => DatasourceConnectionGroupRulesetPayload, {
    description: 'Shares a connection with the members of a group without a ruleset on it.',
  })
  @Declares({ needs: 'manage_connection for the domain or by a ruleset', fails: ['NOT_FOUND'] })
  @TakesInput(() => CreateDatasourceConnectionGroupRulesetInput, 'The ruleset.')
  async createDatasourceConnectionGroupRuleset(
    input: CreateDatasourceConnectionGroupRulesetInput,
    ctx: RequestContext,
  ) {
    return groupPayload(
      ctx,
      input.connectionUid,
      await createConnectionRuleset(ctx, { group: input.group.uid }, input),
    );
  }

  @Mutation(() => DatasourceConnectionGroupRulesetPayload, {
    description: 'Changes the ruleset of a group on a connection, effective immediately.',
  })
  @Declares({ needs: 'manage_connection for the domain or by a ruleset', fails: ['NOT_FOUND'] })
  @TakesInput(() => UpdateDatasourceConnectionGroupRulesetInput, 'The change.')
  async updateDatasourceConnectionGroupRuleset(
    input: UpdateDatasourceConnectionGroupRulesetInput,
    ctx: RequestContext,
  ) {
    return groupPayload(ctx, input.connectionUid, await updateConnectionRuleset(ctx, { group: input.groupUid }, input));
  }

  @Mutation(() => DatasourceConnectionPayload, {
    description: 'Stops sharing a connection with a group; resources that use it keep it.',
  })
  @Declares({ needs: 'manage_connection for the domain or by a ruleset', fails: ['NOT_FOUND'] })
  @TakesInput(() => DeleteDatasourceConnectionGroupRulesetInput, 'The ruleset.')
  async deleteDatasourceConnectionGroupRuleset(
    input: DeleteDatasourceConnectionGroupRulesetInput,
    ctx: RequestContext,
  ) {
    return deletionPayload(
      ctx,
      input.connectionUid,
      await deleteConnectionRuleset(ctx, { group: input.groupUid }, input),
    );
  }
}

const payloadOf = (ctx: RequestContext, uid: string) => ({
  connection: () => readByKey(ctx, connections, uid),
  connectionEdge: lazyEdge(ctx, connections, { uid }),
});

const deletionPayload = (ctx: RequestContext, connectionUid: string, _key: string) =>
  lazyObject(payloadOf(ctx, connectionUid));

const userPayload = (ctx: RequestContext, connectionUid: string, username: string) =>
  lazyObject({
    ...payloadOf(ctx, connectionUid),
    userRuleset: lazyRow(ctx, connectionUserRulesets, { connection_uid: connectionUid, username }),
    userRulesetEdge: lazyEdge(ctx, connectionUserRulesets, { connection_uid: connectionUid, username }),
  });

const groupPayload = (ctx: RequestContext, connectionUid: string, groupUid: string) =>
  lazyObject({
    ...payloadOf(ctx, connectionUid),
    groupRuleset: lazyRow(ctx, connectionGroupRulesets, { connection_uid: connectionUid, group_uid: groupUid }),
    groupRulesetEdge: lazyEdge(ctx, connectionGroupRulesets, { connection_uid: connectionUid, group_uid: groupUid }),
  });
