import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { fromNodeId } from '../../kernel/ids.ts';
import type { RequestContext } from '../context.ts';
import { readByKey } from '../reading/read.ts';
import { Node } from './node.type.ts';

@Resolver()
export class NodeResolver {
  @Query(() => Node, {
    nullable: true,
    description: 'The object with this identifier; null when there is none that the caller may see.',
  })
  node(@Arg('id', () => ID, { description: 'The `id` of an object.' }) id: string, @Ctx() ctx: RequestContext) {
    return findNode(ctx, id);
  }
}

async function findNode(ctx: RequestContext, id: string): Promise<object | null> {
  const named = fromNodeId(id);
  const source = named && ctx.app.registry.sources.get(named.type);
  const row = source && (await readByKey(ctx, source, named.key));
  return row ? { __typename: source.type, ...row } : null;
}
