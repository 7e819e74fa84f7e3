import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { fromNodeId } from '#kernel/ids.ts';
import type { RequestContext } from './context.ts';
import { loadByKey } from './reading/load.ts';
import { checkNodeIds, maxNodes, Node } from './node.type.ts';

@Resolver()
export class NodeResolver {
  @Query(() => Node, {
    nullable: true,
    description: 'The object with this identifier; null when there is none that the caller may see.',
  })
  node(@Arg('id', () => ID, { description: 'The `id` of an object.' }) id: string, @Ctx() ctx: RequestContext) {
    return findNode(ctx, id);
  }

  @Query(() => [Node], {
    nullable: 'items',
    description:
      'The objects with these identifiers, in their order; null in place of each that does not exist or that the caller may not see.',
  })
  nodes(
    @Arg('ids', () => [ID], { description: `The \`id\` of each object; at most ${String(maxNodes)}.` })
    ids: readonly string[],
    @Ctx() ctx: RequestContext,
  ) {
    return Promise.all(checkNodeIds(ids).map((id) => findNode(ctx, id)));
  }
}

async function findNode(ctx: RequestContext, id: string): Promise<object | null> {
  const named = fromNodeId(id);
  const source = named && ctx.app.registry.sources.get(named.type);
  const row = source && (await loadByKey(ctx, source, named.key));
  return row ? { __typename: source.type, ...row } : null;
}
