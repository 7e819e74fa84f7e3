import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, statSync, utimesSync } from 'node:fs';

/** What `npm run codegen` reads, and one file of each generator: they are stale when the oldest is older than a source. */
const inputs = ['codegen.yml', '{schema,src,examples}/**/*.graphql', 'examples/relay/*.ts'];
const outputs = [
  'src/rest/generated/operations.ts',
  'src/mcp/generated/operations.ts',
  'src/cli/generated/operations.ts',
  'src/dataset-graph/generated/operations.ts',
  'src/portal-page/generated/operations.ts',
  'src/portal-page/admin/generated/operations.ts',
  'examples/generated/datasets.ts',
  'examples/generated/possible-types.ts',
  'examples/relay/generated/datasetsQuery.graphql.ts',
];

const timesOf = (patterns: readonly string[]): number[] =>
  patterns.flatMap((pattern) =>
    globSync(pattern, { exclude: (name) => name === 'node_modules' }).map((file) => statSync(file).mtimeMs),
  );

/**
 * Writes the types of the operations that sources and examples send, if they are missing or older than the documents. Only the types, lint,
 * tests and editors need them: a bundle reads the documents themselves (`graphqlDocuments`).
 */
export function generateTypes(): void {
  const written = timesOf(outputs);
  if (written.length === outputs.length && Math.min(...written) > Math.max(...timesOf(inputs))) return;
  const run = (program: string, args: readonly string[], cwd = '.') =>
    execFileSync(process.execPath, [program, ...args], { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  run('node_modules/@graphql-codegen/cli/cjs/bin.js', ['--config', 'codegen.yml', '--silent']);
  mkdirSync('examples/relay/generated', { recursive: true });
  run('../../node_modules/relay-compiler/cli.js', ['--output', 'quiet-with-errors'], 'examples/relay');
  // A generator leaves a file alone whose content stays.
  const now = new Date();
  for (const file of outputs) utimesSync(file, now, now);
}

if (import.meta.main) generateTypes();
