import { build, type Plugin } from 'esbuild';

/**
 * Bundles the packages, because a start would spend most of its time on finding and linking a thousand files. A package that the
 * sources import on demand stays in node_modules: a bundled CommonJS package has no named exports for `import()`.
 */
const externalOnDemand: Plugin = {
  name: 'external-on-demand',
  setup(bundle) {
    bundle.onResolve({ filter: /^[^.]/ }, ({ kind, importer }) =>
      kind === 'dynamic-import' && !importer.includes('node_modules') ? { external: true } : undefined,
    );
  },
};

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
  // A package that TypeGraphQL names and the service does not use.
  external: ['class-validator'],
  plugins: [externalOnDemand],
  banner: { js: requireInModules },
  logLevel: 'warning',
});
