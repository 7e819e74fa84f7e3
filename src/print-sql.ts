import 'reflect-metadata';
import { getOperationAST, parse, validate } from 'graphql';

const { createPlanner } = await import('./api/planning/planner.ts');
const { registryOf } = await import('./api/catalog-module.ts');
const { anonymous, expandPermissions } = await import('./api/session.ts');
const { catalogModules } = await import('./modules/catalog-modules.ts');
const { buildGraphSchema } = await import('./server/graph/build-graph-schema.ts');

/**
 * Prints the SQL of a query for an administrator: `npm run sql -- 'QUERY' ['VARIABLES']`. Without a database: parameters stay
 * placeholders.
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
    sources: registryOf(catalogModules).sources,
    roots: new Map(catalogModules.flatMap(({ roots = [] }) => roots.map((root) => [root.field, root] as const))),
  });
  const administrator = { ...anonymous, username: 'admin', permissions: expandPermissions(['administer']) };
  const session = { ...administrator, scopes: administrator.permissions };
  const request = { document, operation, variables: JSON.parse(variables) as Readonly<Record<string, unknown>> };
  for (const [key, text] of Object.entries(planner.explain(session, request)))
    process.stdout.write(`-- ${key}\n${text === null ? '-- a constant' : `${text};`}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
