import { Declares } from '#api/errors/declares.ts';
import { TakesInput } from '#api/types/change.inputs.ts';
import { Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { deletionPayload } from '#api/node.type.ts';
import { lazyObject } from '#kernel/json.ts';
import { lazyEdge, readByKey } from '#api/reading/read.ts';
import {
  CreateDatasourceConnectionInput,
  DeleteDatasourceConnectionInput,
  ShareDatasourceConnectionInput,
  TestDatasourceConnectionInput,
  UpdateDatasourceConnectionInput,
} from './connection.inputs.ts';
import { connections } from './connection.source.ts';
import {
  DatasourceConnectionPayload,
  DeleteDatasourceConnectionPayload,
  TestDatasourceConnectionPayload,
} from './connection.type.ts';
import { testConnection } from './test-connection.ts';
import {
  createConnection,
  deleteConnection,
  shareConnection,
  unshareConnection,
  updateConnection,
} from './connections.service.ts';

@Resolver()
export class DatasourceConnectionResolver {
  @Mutation(() => DatasourceConnectionPayload, { description: 'Saves a connection.' })
  @Declares({ needs: 'manage_connection', fails: [] })
  @TakesInput(() => CreateDatasourceConnectionInput, 'The connection.')
  async createDatasourceConnection(input: CreateDatasourceConnectionInput, ctx: RequestContext) {
    return connectionPayload(ctx, await createConnection(ctx, input));
  }

  @Mutation(() => DatasourceConnectionPayload, {
    description: 'Changes a saved connection for all resources that use it.',
  })
  @Declares({ needs: 'manage_connection for the domain or by a ruleset', fails: ['NOT_FOUND'] })
  @TakesInput(() => UpdateDatasourceConnectionInput, 'The change.')
  async updateDatasourceConnection(input: UpdateDatasourceConnectionInput, ctx: RequestContext) {
    return connectionPayload(ctx, await updateConnection(ctx, input));
  }

  @Mutation(() => DeleteDatasourceConnectionPayload, {
    description: 'Deletes a saved connection that no resource uses.',
  })
  @Declares({ needs: 'manage_connection for the domain or by a ruleset', fails: ['NOT_FOUND'] })
  @TakesInput(() => DeleteDatasourceConnectionInput, 'The connection.')
  async deleteDatasourceConnection(input: DeleteDatasourceConnectionInput, ctx: RequestContext) {
    return deletionPayload('DatasourceConnectionSettings', await deleteConnection(ctx, input));
  }

  @Mutation(() => TestDatasourceConnectionPayload, {
    description:
      'Tests a saved connection: logs in and reads the beginning of a source, lists a folder, or gets a token. Takes at most 20 seconds and stores no data of the source.',
  })
  @Declares({
    needs: 'manage_connection, or that the connection is shared with you',
    fails: ['NOT_FOUND', 'QUERY_TOO_COMPLEX'],
  })
  @TakesInput(() => TestDatasourceConnectionInput, 'The connection.')
  testDatasourceConnection(input: TestDatasourceConnectionInput, ctx: RequestContext) {
    return testConnection(ctx, input);
  }

  @Mutation(() => DatasourceConnectionPayload, {
    description: 'Shares a connection with users and groups.',
  })
  @Declares({ needs: 'manage_connection for the domain or by a ruleset', fails: ['NOT_FOUND'] })
  @TakesInput(() => ShareDatasourceConnectionInput, 'The connection, the users and the groups.')
  async shareDatasourceConnection(input: ShareDatasourceConnectionInput, ctx: RequestContext) {
    return connectionPayload(ctx, await shareConnection(ctx, input));
  }

  @Mutation(() => DatasourceConnectionPayload, {
    description: 'Stops sharing a connection with users and groups; resources that use it keep it.',
  })
  @Declares({ needs: 'manage_connection for the domain or by a ruleset', fails: ['NOT_FOUND'] })
  @TakesInput(() => ShareDatasourceConnectionInput, 'The connection, the users and the groups.')
  async unshareDatasourceConnection(input: ShareDatasourceConnectionInput, ctx: RequestContext) {
    return connectionPayload(ctx, await unshareConnection(ctx, input));
  }
}

const connectionPayload = (ctx: RequestContext, uid: string) =>
  lazyObject({
    connection: () => readByKey(ctx, connections, uid),
    connectionEdge: lazyEdge(ctx, connections, { uid }),
  });
