import { expect } from '@jest/globals';
import { execute, getOperationAST, parse, type DocumentNode } from 'graphql';
import type { RequestContext } from '#api/context.ts';
import { applyMemberForms } from '#api/planning/collect-fields.ts';
import { createPlanner, type Planner } from '#api/planning/planner.ts';
import type { Session } from '#api/session.ts';
import { parseJson, writeJson } from '#kernel/json.ts';
import { catalogModules } from '#modules/catalog-modules.ts';
import { createLog } from '#platform/log.ts';
import { createContext } from '#server/create-context.ts';
import { buildGraphSchema } from '#server/graph/graph-schema.ts';
import type { TestApp } from '#test/support/app.ts';

/** A document and its variables. */
export interface Question {
  readonly query: string | DocumentNode;
  readonly variables?: Readonly<Record<string, unknown>>;
}

const documentOf = ({ query }: Question): DocumentNode => (typeof query === 'string' ? parse(query) : query);

/** Whether a plan answered; else resolvers did, without errors or with some. */
export type Outcome = 'planned' | 'resolved' | 'refused';

/** The graph of an application, its planner, and both ways to an answer. */
export async function planAndResolvers({ services }: TestApp) {
  const schema = await buildGraphSchema(catalogModules);
  const newPlanner = () =>
    createPlanner(schema, {
      sources: services.registry.sources,
      roots: new Map(catalogModules.flatMap(({ roots = [] }) => roots.map((root) => [root.field, root] as const))),
    });
  const planner = newPlanner();

  async function byPlan(
    context: RequestContext,
    { query, variables = {} }: Question,
    plans: Planner = planner,
  ): Promise<string | undefined> {
    const document = documentOf({ query });
    const operation = getOperationAST(document);
    const parts = operation && (await plans.execute(context, { document, operation, variables }));
    return parts ? writeJson(parts).toString() : undefined;
  }

  async function byResolvers(context: RequestContext, question: Question) {
    const document = documentOf(question);
    const { data, errors } = await execute({
      schema,
      document,
      variableValues: question.variables,
      contextValue: context,
    });
    return { data: applyMemberForms(document, data), errors };
  }

  /** Asks both; fails unless the planner's answer is the resolvers' to the letter, which then have no errors. Answers who did it. */
  async function agree(session: Session, question: Question): Promise<Outcome> {
    const failed: string[] = [];
    const log = createLog({
      level: 'warn',
      destination: {
        write: (line) => {
          failed.push(line);
        },
      },
    });
    const context = () => createContext({ ...services, log }, session, 'test');
    const planned = await byPlan(context(), question);
    // what plans fail at unforeseen is a fault of theirs, even where resolvers answer instead
    expect({ ...question, failed }).toEqual({ ...question, failed: [] });
    const { data, errors } = await byResolvers(context(), question);
    if (planned === undefined) return errors ? 'refused' : 'resolved';
    expect({ ...question, errors: errors?.map(String), text: JSON.stringify(parseJson(planned)) }).toEqual({
      ...question,
      errors: undefined,
      text: JSON.stringify(data),
    });
    return 'planned';
  }

  function explain(session: Session, { query, variables = {} }: Question) {
    const document = documentOf({ query });
    const operation = getOperationAST(document);
    return operation && planner.explain(session, { document, operation, variables });
  }

  return { schema, newPlanner, byPlan, byResolvers, agree, explain };
}
