import { execute, getOperationAST, Kind, OperationTypeNode, type DocumentNode, type GraphQLSchema } from 'graphql';
import { valueOfPart } from '#api/json-parts.ts';
import type { Precheck, CatalogModule } from '#api/catalog-module.ts';
import type { Graph } from '#api/graph.ts';
import { applyMemberForms } from '#api/planning/builder/document-directives.ts';
import type { Planner } from '#api/planning/planner.ts';
import { prices, spendPoints } from '#api/session/points.ts';
import { requireWritable } from '#api/session/session.ts';
import { assertStorable } from '#api/input/assert-storable.ts';
import { CatalogError } from '#kernel/fail.ts';
import { createOperationCost } from '../cost/operation-cost.ts';
import { inputProblems } from './input-problems.ts';
import { measureOperation } from './measure-operation.ts';

/** Creates the graph for clients inside the process: the same schema and context without HTTP. */
export function createGraph(schema: GraphQLSchema, planner: Planner, modules: readonly CatalogModule[]): Graph {
  const costOf = createOperationCost(schema);
  const prechecks = new Map(modules.flatMap((module) => Object.entries(module.prechecks ?? {})));
  const executeUnmeasured: Graph['executeWithParts'] = async (document, variables, contextValue) => {
    assertStorable(variables);
    const operation = getOperationAST(document);
    if (operation?.operation === OperationTypeNode.MUTATION) requireWritable(contextValue.session);
    if (contextValue.budget && operation)
      await spendPoints(contextValue, costOf(document, operation, variables) - prices.request);
    contextValue.admission.beginOperation(operation?.operation ?? 'query');
    const problems = inputProblems(schema, document, variables);
    if (problems) throw new CatalogError('INVALID_INPUT', { reason: 'Invalid input' }, problems);
    const planned = operation && (await planner.execute(contextValue, { document, operation, variables }));
    // The type of the data was generated from this document and this schema.
    if (planned) return { parts: planned, data: valueOfPart(planned) as never };
    const { data, errors } = await execute({ schema, document, variableValues: variables, contextValue });
    if (errors?.[0]) throw errors[0].originalError ?? errors[0];
    return { data: applyMemberForms(document, data) as never };
  };
  const executeWithParts: Graph['executeWithParts'] = (document, variables, ctx) => {
    const operation = getOperationAST(document);
    if (!operation) return executeUnmeasured(document, variables, ctx);
    ctx.record.addOperation(operation);
    return measureOperation(ctx, operation, () => executeUnmeasured(document, variables, ctx));
  };
  return Object.freeze({
    executeWithParts,
    execute: async (document, variables, ctx) => (await executeWithParts(document, variables, ctx)).data,
    precheck: async (document, names, ctx) => {
      for (const check of prechecksOf(document, prechecks)) await check(ctx, names);
    },
  } satisfies Graph);
}

/** The prechecks of an operation's root fields. */
const prechecksOf = (document: DocumentNode, prechecks: ReadonlyMap<string, Precheck>): Precheck[] =>
  (getOperationAST(document)?.selectionSet.selections ?? []).flatMap(
    (selection) => (selection.kind === Kind.FIELD ? prechecks.get(selection.name.value) : undefined) ?? [],
  );
