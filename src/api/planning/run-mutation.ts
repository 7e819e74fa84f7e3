import {
  getArgumentValues,
  getNullableType,
  isObjectType,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import type { RequestContext } from '../context.ts';
import { collectFields, type SelectionContext } from './builder/collect-fields.ts';
import { unsupported } from './builder/unsupported.ts';
import type { RequestedField } from './select/select-list.ts';

/** The one root field of a mutation, and the type of its payload. */
export interface MutationField extends RequestedField {
  /** The response key of the payload. */
  readonly key: string;
  readonly payload: GraphQLObjectType;
}

/** The root field of a mutation; throws Unsupported for several root fields, or for a payload that is not an object. */
export function mutationFieldOf(context: SelectionContext, operation: OperationDefinitionNode): MutationField {
  const type = context.schema.getMutationType() ?? unsupported('Mutation');
  const [first, ...more] = collectFields(context, type, [operation.selectionSet]);
  const [key, [node, ...others]] = first ?? unsupported(type.name);
  const field = node && type.getFields()[node.name.value];
  if (!field || more.length > 0) return unsupported(type.name);
  const payload = getNullableType(field.type);
  return { key, field, nodes: [node, ...others], payload: isObjectType(payload) ? payload : unsupported(field.name) };
}

/** Runs the resolver of a mutation, as graphql-js would, and returns its payload. */
export async function runMutation(
  ctx: RequestContext,
  context: SelectionContext,
  operation: OperationDefinitionNode,
  { key, field, nodes }: MutationField,
): Promise<unknown> {
  const { schema, fragments, variables } = context;
  const parentType = schema.getMutationType() ?? unsupported('Mutation');
  const info: GraphQLResolveInfo = {
    fieldName: field.name,
    fieldNodes: nodes,
    returnType: field.type,
    parentType,
    path: { prev: undefined, key, typename: parentType.name },
    schema,
    fragments: Object.fromEntries(fragments),
    rootValue: undefined,
    operation,
    variableValues: { ...variables },
  };
  return field.resolve?.(undefined, getArgumentValues(field, nodes[0], variables), ctx, info);
}

/** The results of mutations whose answers are not complete yet, by the loaders of their request: Apollo copies the context, but not its loaders. */
const stashedResults = new WeakMap<RequestContext['loaders'], Promise<unknown>>();

/** Stashes the result of a mutation, so that graphql-js does not run the mutation again when the plan of its payload fails. */
export const stashResult = ({ loaders }: RequestContext, result: Promise<unknown>): void => {
  stashedResults.set(loaders, result);
};

/** Returns the stashed result and forgets it. */
export function takeStashedResult({ loaders }: RequestContext): Promise<unknown> | undefined {
  const result = stashedResults.get(loaders);
  stashedResults.delete(loaders);
  return result;
}

/** Lets the resolvers of mutations return a stashed result instead of running again. */
export function reuseStashedResults(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const resolve: GraphQLFieldResolver<unknown, RequestContext> | undefined = field.resolve;
    field.resolve = (root, args: Record<string, unknown>, ctx: RequestContext, info) =>
      takeStashedResult(ctx) ?? resolve?.(root, args, ctx, info);
  }
  return schema;
}
