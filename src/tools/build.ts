import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { build, transform, type Plugin } from 'esbuild';

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

/**
 * Keeps names in the ORM and in the sources that declare types of the graph or entities: both take the names of their classes, and a
 * bundle renames one of two classes with the same name. Elsewhere a kept name would cost a call for each function that a request creates.
 */
const classNames: Plugin = {
  name: 'class-names',
  setup(bundle) {
    bundle.onLoad({ filter: /\/(src\/.*\.ts|@mikro-orm\/.*\.js)$/ }, async ({ path }) => {
      const loader = extname(path) === '.ts' ? 'ts' : 'js';
      const tsconfigRaw = { compilerOptions: { experimentalDecorators: true, useDefineForClassFields: false } };
      const content = await readFile(path, 'utf8');
      if (loader === 'ts' && !/from '(type-graphql|@mikro-orm\/)/.test(content)) return undefined;
      const { code } = await transform(content, {
        loader,
        keepNames: true,
        target: 'node24',
        tsconfigRaw,
        sourcefile: path,
      });
      return { contents: code, loader: 'js' };
    });
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
  // A package that TypeGraphQL names and the service does not use.
  external: ['class-validator'],
  plugins: [externalOnDemand, classNames],
  banner: { js: requireInModules },
  logLevel: 'warning',
});
