import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { build, type BuildOptions, type OutputFile, type Plugin, transform } from 'esbuild';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { graphqlDocuments } from './graphql-documents.ts';

/**
 * Bundles the packages, because a start would spend most of its time on finding and linking a thousand files. A package that the
 * sources import on demand stays in node_modules: a bundled CommonJS package has no named exports for `import()`.
 */
const externalOnDemand: Plugin = {
  name: 'external-on-demand',
  setup(bundle) {
    bundle.onResolve({ filter: /^[^.#]/ }, ({ kind, importer }) =>
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

/** Loads Node's modules by `require`: an import of `node:http` would read its whole HTTP client, which is not used. */
const requiredBuiltins: Plugin = {
  name: 'required-builtins',
  setup(bundle) {
    bundle.onResolve({ filter: /^node:/ }, ({ path, kind }) =>
      kind === 'import-statement' ? { path, namespace: 'builtin' } : undefined,
    );
    bundle.onLoad({ filter: /^/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)})`,
    }));
  },
};

/** Hashes in Node what a bundled package would hash in JavaScript: Apollo hashes the document of each request, and finds no Node in a bundle. */
const nodeHashes: Plugin = {
  name: 'node-hashes',
  setup(bundle) {
    bundle.onResolve({ filter: /^sha\.js$/ }, ({ path }) => ({ path, namespace: 'node-hashes' }));
    bundle.onLoad({ filter: /./, namespace: 'node-hashes' }, () => ({
      contents: `module.exports = require('node:crypto').createHash`,
      resolveDir: import.meta.dirname,
    }));
  },
};

/**
 * Bundles GraphQL as an ES module everywhere. Some packages require it, and a bundled CommonJS module costs a start a copy of all its
 * exports for each file that imports it, and each use of an export a call.
 */
const graphqlModules: Plugin = {
  name: 'graphql-modules',
  setup(bundle) {
    bundle.onResolve({ filter: /^graphql(\/|$)/ }, ({ path }) => ({
      path: fileURLToPath(
        import.meta.resolve(path === 'graphql' ? 'graphql/index.mjs' : `${path.replace(/\.m?js$/, '')}.mjs`),
      ),
    }));
  },
};

/** The plugins of all bundles. */
const bundlePlugins: readonly Plugin[] = [
  externalOnDemand,
  classNames,
  requiredBuiltins,
  nodeHashes,
  graphqlModules,
  graphqlDocuments,
];

/**
 * Escapes the characters of regular expressions and templates that esbuild leaves as they are. V8 keeps the text of each bundle in
 * memory, and one character outside of Latin-1 would double its size.
 */
const withoutWideCharacters = (text: string): string =>
  text.replaceAll(/(?<!\\)[^\0-\x7f]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The options of all bundles of the service. */
export const bundleOptions = {
  outdir: 'dist',
  write: false,
  bundle: true,
  platform: 'node',
  target: 'node24',
  // A package that TypeGraphQL names and the service does not use, and one that loads a file of its platform. and one that loads its library from its folder.
  external: ['class-validator', '@duckdb/node-api'],
  plugins: [...bundlePlugins],
  logLevel: 'warning',
} as const satisfies BuildOptions;

/** Defines `require` in each module: the bundled CommonJS packages call it for the modules of Node, and an ES module has none. */
const requireInModules = `import { createRequire as createBundleRequire } from 'node:module'; const require = createBundleRequire(import.meta.url);`;

/**
 * Bundles modules, each with what it imports, and writes them to `dist`. `bundleFiles` are the bundles of the processes, by the names of
 * the processes, for the modules that load them.
 */
export async function bundleModules(
  entryPoints: Readonly<Record<string, string>>,
  bundleFiles: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { outputFiles } = await build({
    ...bundleOptions,
    entryPoints: { ...entryPoints },
    splitting: true,
    format: 'esm',
    define: { BUNDLE_FILES: JSON.stringify(bundleFiles) },
    banner: { js: requireInModules },
  });
  await writeBundles(outputFiles);
}

/** Writes bundles to `dist`. */
export async function writeBundles(files: readonly OutputFile[]): Promise<void> {
  await mkdir(bundleOptions.outdir, { recursive: true });
  await Promise.all(files.map(write));
}

/** Writes a file under another name first, because a process may start meanwhile, or another build write the same file. */
async function write({ path, text }: OutputFile): Promise<void> {
  const part = `${path}.${process.pid}.new`;
  await writeFile(part, withoutWideCharacters(text));
  await rename(part, path);
}
