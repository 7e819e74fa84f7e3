import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { deletedObject } from '#api/node.type.ts';
import { lazyObject } from '#kernel/json.ts';
import { lazyEdge, readByKey } from '#api/reading/read.ts';
import { toNodeId } from '#kernel/ids.ts';
import {
  CreateDatasourceConnectionInput,
  DeleteDatasourceConnectionInput,
  ShareDatasourceConnectionInput,
  UpdateDatasourceConnectionInput,
} from './connection.inputs.ts';
import { connections } from './connection.source.ts';
import { DatasourceConnectionPayload, DeleteDatasourceConnectionPayload } from './connection.type.ts';
import {
  createConnection,
  deleteConnection,
  shareConnection,
  unshareConnection,
  updateConnection,
} from './connections.service.ts';

@Resolver()
export class DatasourceConnectionResolver {
  @Mutation(() => DatasourceConnectionPayload, { description: 'Saves a connection; needs `manage_connection`.' })
  async createDatasourceConnection(
    @Arg('input', () => CreateDatasourceConnectionInput, { description: 'The connection.' })
    input: CreateDatasourceConnectionInput,
    @Ctx() ctx: RequestContext,
  ) {
    return connectionPayload(ctx, await createConnection(ctx, input));
  }

  @Mutation(() => DatasourceConnectionPayload, {
    description: 'Changes a saved connection for all resources that use it; needs `manage_connection`.',
  })
  async updateDatasourceConnection(
    @Arg('input', () => UpdateDatasourceConnectionInput, { description: 'The change.' })
    input: UpdateDatasourceConnectionInput,
    @Ctx() ctx: RequestContext,
  ) {
    return connectionPayload(ctx, await updateConnection(ctx, input));
  }

  @Mutation(() => DeleteDatasourceConnectionPayload, {
    description: 'Deletes a saved connection that no resource uses; needs `manage_connection`.',
  })
  async deleteDatasourceConnection(
    @Arg('input', () => DeleteDatasourceConnectionInput, { description: 'The connection.' })
    input: DeleteDatasourceConnectionInput,
    @Ctx() ctx: RequestContext,
  ) {
    return deletePayload(await deleteConnection(ctx, input));
  }

  @Mutation(() => DatasourceConnectionPayload, {
    description: 'Shares a connection with users and groups; needs `manage_connection`.',
  })
  async shareDatasourceConnection(
    @Arg('input', () => ShareDatasourceConnectionInput, { description: 'The connection, the users and the groups.' })
    input: ShareDatasourceConnectionInput,
    @Ctx() ctx: RequestContext,
  ) {
    return connectionPayload(ctx, await shareConnection(ctx, input));
  }

  @Mutation(() => DatasourceConnectionPayload, {
    description:
      'Stops sharing a connection with users and groups; resources that use it keep it. Needs `manage_connection`.',
  })
  async unshareDatasourceConnection(
    @Arg('input', () => ShareDatasourceConnectionInput, { description: 'The connection, the users and the groups.' })
    input: ShareDatasourceConnectionInput,
    @Ctx() ctx: RequestContext,
  ) {
    return connectionPayload(ctx, await unshareConnection(ctx, input));
  }
}

const connectionPayload = (ctx: RequestContext, uid: string) =>
  lazyObject({
    connection: () => readByKey(ctx, connections, uid),
    connectionEdge: lazyEdge(ctx, connections, { uid }),
  });

const deletePayload = (uid: string) =>
  lazyObject({ ...deletedObject(toNodeId('DatasourceConnectionSettings', uid)), uid: () => uid });
