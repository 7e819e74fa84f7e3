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
import { collectFields, type Reading } from './collect-fields.ts';
import { decline } from './declined.ts';
import type { Asked } from './select-fields.ts';

/** The one change that a mutation asks for, and the type of the payload that it answers with. */
export interface Change extends Asked {
  /** The name under which the answer has the payload. */
  readonly key: string;
  readonly payload: GraphQLObjectType;
}

/** The change of a mutation; declines where it asks for several, or where the payload is no object. */
export function changeOf(reading: Reading, operation: OperationDefinitionNode): Change {
  const type = reading.schema.getMutationType() ?? decline('Mutation');
  const [first, ...more] = collectFields(reading, type, [operation.selectionSet]);
  const [key, [node, ...others]] = first ?? decline(type.name);
  const field = node && type.getFields()[node.name.value];
  if (!field || more.length > 0) return decline(type.name);
  const payload = getNullableType(field.type);
  return { key, field, nodes: [node, ...others], payload: isObjectType(payload) ? payload : decline(field.name) };
}

/** Makes a change, as an execution would, and answers its payload. */
export async function runChange(
  ctx: RequestContext,
  reading: Reading,
  operation: OperationDefinitionNode,
  { key, field, nodes }: Change,
): Promise<unknown> {
  const { schema, fragments, variables } = reading;
  const parentType = schema.getMutationType() ?? decline('Mutation');
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
const outcomes = new WeakMap<RequestContext, Promise<unknown>>();

/** Leaves the outcome of a change to whoever completes the answer, so that nobody makes the change again. */
export const handOver = (ctx: RequestContext, outcome: Promise<unknown>): void => {
  outcomes.set(ctx, outcome);
};

/** The outcome that was left, once. */
export function takeOver(ctx: RequestContext): Promise<unknown> | undefined {
  const outcome = outcomes.get(ctx);
  outcomes.delete(ctx);
  return outcome;
}

/** Makes the changes of a schema heed what was left: a change that is made already is not made again. */
export function takingOver(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const change: GraphQLFieldResolver<unknown, RequestContext> | undefined = field.resolve;
    field.resolve = (root, args: Record<string, unknown>, ctx: RequestContext, info) =>
      takeOver(ctx) ?? change?.(root, args, ctx, info);
  }
  return schema;
}
