import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { fromNodeId } from '#kernel/ids.ts';
import type { RequestContext } from './context.ts';
import { loadNode } from './reading/load.ts';
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
    nullable: 'itemsAndList',
    description:
      'The objects with these identifiers, in their order; null for those that do not exist or that the caller may not see, and, with an error, for those that cannot be read. Null, with INVALID_INPUT, for too many.',
  })
  nodes(
    @Arg('ids', () => [ID], { description: `The \`id\` of each object; at most ${String(maxNodes)}.` })
    ids: readonly string[],
    @Ctx() ctx: RequestContext,
  ) {
    return checkNodeIds(ids).map((id) => findNode(ctx, id));
  }
}

async function findNode(ctx: RequestContext, id: string): Promise<object | null> {
  const named = fromNodeId(id);
  if (!named) return null;
  const { sources, nodes } = ctx.app.registry;
  const source = sources.get(named.type);
  const found = source ? await loadNode(ctx, source, named.key) : await nodes.get(named.type)?.(ctx, named.key);
  return found ? { __typename: named.type, ...found } : null;
}
