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
import { collectFields, type SelectionContext } from './collect-fields.ts';
import { unsupported } from './unsupported.ts';
import type { RequestedField } from './select-list.ts';

/** The one change that a mutation asks for, and the type of the payload that it answers with. */
export interface MutationField extends RequestedField {
  /** The name under which the answer has the payload. */
  readonly key: string;
  readonly payload: GraphQLObjectType;
}

/** The change of a mutation; declines where it asks for several, or where the payload is no object. */
export function mutationFieldOf(context: SelectionContext, operation: OperationDefinitionNode): MutationField {
  const type = context.schema.getMutationType() ?? unsupported('Mutation');
  const [first, ...more] = collectFields(context, type, [operation.selectionSet]);
  const [key, [node, ...others]] = first ?? unsupported(type.name);
  const field = node && type.getFields()[node.name.value];
  if (!field || more.length > 0) return unsupported(type.name);
  const payload = getNullableType(field.type);
  return { key, field, nodes: [node, ...others], payload: isObjectType(payload) ? payload : unsupported(field.name) };
}

/** Makes a change, as an execution would, and answers its payload. */
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

/** What changes came to whose answers are not complete yet, by the context of their request. */
const stashedResults = new WeakMap<RequestContext, Promise<unknown>>();

/** Leaves the outcome of a change to whoever completes the answer, so that nobody makes the change again. */
export const stashResult = (ctx: RequestContext, outcome: Promise<unknown>): void => {
  stashedResults.set(ctx, outcome);
};

/** The outcome that was left, once. */
export function takeStashedResult(ctx: RequestContext): Promise<unknown> | undefined {
  const outcome = stashedResults.get(ctx);
  stashedResults.delete(ctx);
  return outcome;
}

/** Makes the changes of a schema heed what was left: a change that is made already is not made again. */
export function reuseStashedResults(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const change: GraphQLFieldResolver<unknown, RequestContext> | undefined = field.resolve;
    field.resolve = (root, args: Record<string, unknown>, ctx: RequestContext, info) =>
      takeStashedResult(ctx) ?? change?.(root, args, ctx, info);
  }
  return schema;
}
