import { execute, getOperationAST, type GraphQLSchema } from 'graphql';
import type { Graph } from '../../api/graph.ts';
import type { Planner } from '../../api/planning/planner.ts';
import { refuseUnkeepable } from '../../api/refuse-unkeepable.ts';
import { CatalogError } from '../../kernel/fail.ts';
import { inputProblems } from './input-problems.ts';

/** The graph for clients inside the process: the same schema and context, without a request between. */
export const createGraph = (schema: GraphQLSchema, planner: Planner): Graph => Object.freeze({
  async execute(document, variables, contextValue) {
    refuseUnkeepable(variables);
    const problems = inputProblems(schema, document, variables);
    if (problems) throw new CatalogError('INVALID_INPUT', { reason: 'Invalid input' }, problems);
    const operation = getOperationAST(document);
    const planned = operation && await planner.answer(contextValue, { document, operation, variables });
    if (typeof planned === 'string') return JSON.parse(planned) as never;
    const { data, errors } = await execute({ schema, document, variableValues: variables, contextValue });
    if (errors?.[0]) throw errors[0].originalError ?? errors[0];
    // the document was validated against this schema when its type was generated
    return data as never;
  },
} satisfies Graph);
