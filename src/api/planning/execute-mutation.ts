import {
  type DocumentNode,
  getArgumentValues,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import type { JsonParts } from '../reading/lazy-object.ts';
import type { RequestContext } from '../context.ts';
import { contextOfPayload } from '../reading/read.ts';
import type { PayloadReader } from '../request-state.ts';
import type { Session } from '../session.ts';
import { type SelectionContext } from './collect-fields.ts';
import { type ArgumentValues, type Declarations, parameterValues, PlanBuilder, unsupported } from './plan-builder.ts';
import {
  compilePayload,
  payloadParameterValues,
  mutationFieldOf,
  type MutationField,
  type PayloadPlan,
  payloadRowsKey,
  selectedRowsOf,
} from './compile-payload.ts';
import { planCache } from './plan-cache.ts';
import { readAnswer, runStatement } from './planned-statement.ts';
import type { Finalization } from './select-list.ts';

/** A mutation with its variables. */
interface MutationRequest {
  readonly context: SelectionContext;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** What a plan of the document depends on, apart from the rows of the payload. */
  readonly key: string;
}

/** A plan of a payload, and the values of its parameters. */
interface PlannedPayload {
  readonly plan: PayloadPlan;
  readonly values: ArgumentValues;
}

/**
 * Makes the function that executes a mutation by its resolver and reads its payload by a plan: in the statement of the change where the
 * change offers that (`writeWithPayload`), else by a statement afterwards. Throws Unsupported where no plan expresses the payload.
 */
export function createMutationExecutor(declarations: Declarations) {
  const cachedPlan = planCache<PayloadPlan>(({ statement }) => [statement.text]);

  const executeMutation = async (ctx: RequestContext, request: MutationRequest): Promise<JsonParts> => {
    const { context, operation } = request;
    const mutation = mutationFieldOf(context, operation);

    async function planPayload(payload: unknown, session: Session): Promise<PlannedPayload> {
      const rows = selectedRowsOf(context, mutation, payload);
      const plan = cachedPlan(
        request.document,
        `${request.key}|${session.changedUid === undefined ? '' : 'changed'}|${payloadRowsKey(rows)}`,
        () => compilePayload(new PlanBuilder(context, declarations, session), mutation, rows),
        ctx.reports?.explanation,
      );
      const values = {
        ...parameterValues(plan.parameters, context.variables),
        ...(await payloadParameterValues(context, mutation, payload, rows)),
      };
      return { plan, values };
    }

    const finalizationOf = ({ finalizers }: PayloadPlan): Finalization => ({
      finalizers,
      variables: context.variables,
      app: ctx.app,
      session: ctx.session,
    });

    const reader = new ReaderInChange((payload) => planPayload(payload, ctx.session));
    ctx.payloadReader = reader;
    const result = runMutation(ctx, context, operation, mutation);
    ctx.state.stashedResult = result;
    const payload = await result.catch(() => unsupported(mutation.field.name));
    const readAfterChange = async () => {
      const { db, session } = contextOfPayload(ctx);
      const { plan, values } = await planPayload(payload, session);
      return runStatement(db, plan, values, finalizationOf(plan));
    };
    const part =
      reader.answer === undefined
        ? await readAfterChange()
        : readAnswer(reader.answer.plan.layout, [Buffer.from(reader.answer.text)], finalizationOf(reader.answer.plan));
    await takeStashedResult(ctx);
    return { [mutation.key]: part };
  };
  return Object.assign(executeMutation, { cacheCounts: cachedPlan.counts });
}

/** Reads the payload of one mutation in the statement of its change. */
class ReaderInChange implements PayloadReader {
  answer: { readonly plan: PayloadPlan; readonly text: string } | undefined;
  #plan: PayloadPlan | undefined;
  readonly #planPayload: (payload: object) => Promise<PlannedPayload>;

  constructor(planPayload: (payload: object) => Promise<PlannedPayload>) {
    this.#planPayload = planPayload;
  }

  async queryOf(payload: object) {
    try {
      const { plan, values } = await this.#planPayload(payload);
      this.#plan = plan;
      return { text: plan.text, parameters: values };
    } catch {
      // The payload is planned again after the change. It fails there at its own field, and the change is made, as by every other mutation.
      return undefined;
    }
  }

  take(text: string): void {
    if (this.#plan) this.answer = { plan: this.#plan, text };
  }
}

/** Runs the resolver of a mutation, as graphql-js would, and returns its payload. */
async function runMutation(
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

/** Returns the stashed result and forgets it. */
function takeStashedResult({ state }: RequestContext): Promise<unknown> | undefined {
  const { stashedResult } = state;
  state.stashedResult = undefined;
  return stashedResult;
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
