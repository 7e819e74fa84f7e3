import { mkdir, rename, writeFile } from 'node:fs/promises';
import { build, type BuildOptions, type OutputFile } from 'esbuild';
import { bundlePlugins } from './bundle-plugins.ts';

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
