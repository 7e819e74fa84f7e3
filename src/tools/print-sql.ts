import 'reflect-metadata';
import { getOperationAST, GraphQLError, parse, validate } from 'graphql';
import { breakClauses } from './break-clauses.ts';

const { createPlanner } = await import('#api/planning/planner.ts');
const { createRegistry } = await import('#api/catalog-module.ts');
const { Unsupported } = await import('#api/planning/plan-builder.ts');
const { anonymous, expandPermissions } = await import('#api/session.ts');
const { catalogModules } = await import('#modules/catalog-modules.ts');
const { buildGraphSchema } = await import('#server/graph/graph-schema.ts');

/**
 * Prints the SQL of a query as an administrator sends it: `npm run sql -- 'QUERY' ['VARIABLES']`. The command needs no database.
 */
const [query = '', variables = '{}'] = process.argv.slice(2);
try {
  const schema = await buildGraphSchema(catalogModules);
  const document = parse(query);
  const [invalid] = validate(schema, document);
  const operation = getOperationAST(document);
  if (invalid) throw invalid;
  if (!operation) throw new Error('The document must have one operation.');
  const planner = createPlanner(schema, {
    sources: createRegistry(catalogModules).sources,
    roots: new Map(catalogModules.flatMap(({ roots = [] }) => roots.map((root) => [root.field, root] as const))),
  });
  const administrator = { ...anonymous, username: 'admin', permissions: expandPermissions(['administer']) };
  const session = { ...administrator, scopes: administrator.permissions };
  const request = { document, operation, variables: JSON.parse(variables) as Readonly<Record<string, unknown>> };
  for (const [key, statement] of Object.entries(planner.explain(session, request))) {
    const parameters = statement?.values.map((value, index) => `-- $${index + 1} = ${JSON.stringify(value)}\n`) ?? [];
    const text = statement ? `${breakClauses(statement.text)};` : '-- a constant';
    process.stdout.write(`-- ${key}\n${parameters.join('')}${text}\n`);
  }
} catch (error) {
  // A GraphQL error as a string shows its position in the query.
  const text = error instanceof Error && !(error instanceof GraphQLError) ? error.message : String(error);
  process.stderr.write(
    error instanceof Unsupported ? `Resolvers answer this query, because of ${text} (docs/planner.md).\n` : `${text}\n`,
  );
  process.exitCode = 1;
}
