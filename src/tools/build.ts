import { execFile } from 'node:child_process';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { build, type BuildOptions, type OutputFile } from 'esbuild';
import { buildPortalPage } from './build-portal-page.ts';
import { bundlePlugins } from './bundle-plugins.ts';

/**
 * Escapes the characters of regular expressions and templates that esbuild leaves as they are. V8 keeps the text of each bundle in
 * memory, and one character outside of Latin-1 would double its size.
 */
const withoutWideCharacters = (text: string): string =>
  text.replaceAll(/(?<!\\)[^\0-\x7f]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The options of all bundles. */
const options = {
  outdir: 'dist',
  write: false,
  bundle: true,
  platform: 'node',
  target: 'node24',
  // A package that TypeGraphQL names and the service does not use.
  external: ['class-validator'],
  plugins: [...bundlePlugins],
  logLevel: 'warning',
} as const satisfies BuildOptions;

const processes = ['gateway', 'worker'] as const;

/**
 * Bundles each process to one script, because V8 stores the code of functions that have run for scripts, and for modules only the code
 * of functions that it compiles before they run. The script is a function, which `loadBundle` calls.
 */
const bundleProcesses = () =>
  build({
    ...options,
    entryPoints: Object.fromEntries(processes.map((name) => [name, `src/${name}-process.ts`])),
    entryNames: '[name]-[hash]',
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    define: { 'import.meta.url': 'bundleUrl' },
    // V8 takes the text of the file as it is; to wrap it at a start would copy it.
    banner: { js: '(function (require, module, exports, bundleUrl) {' },
    footer: { js: '})' },
    // A script cannot import without an experimental option of Node.
    supported: { 'dynamic-import': false },
  });

/** Defines `require` in each module: the bundled CommonJS packages call it for the modules of Node, and an ES module has none. */
const requireInModules = `import { createRequire as createBundleRequire } from 'node:module'; const require = createBundleRequire(import.meta.url);`;

/** Bundles what loads the processes, the migrations, the threads and the tools. */
const bundleModules = (bundleFiles: Readonly<Record<string, string>>) =>
  build({
    ...options,
    entryPoints: {
      main: 'src/main.ts',
      worker: 'src/worker.ts',
      migrate: 'src/migrate.ts',
      backup: 'src/backup.ts',
      restore: 'src/restore.ts',
      'store-code': 'src/tools/store-code.ts',
      'print-schema': 'src/tools/print-schema.ts',
      'print-sql': 'src/tools/print-sql.ts',
      'move-storage': 'src/tools/move-storage.ts',
      'preview-worker': 'src/engine/preview/preview-worker.ts',
      'parquet-worker': 'src/engine/extractors/parquet/parquet-worker.ts',
      'parquet-export-worker': 'src/engine/exports/parquet/parquet-export-worker.ts',
    },
    splitting: true,
    format: 'esm',
    define: { BUNDLE_FILES: JSON.stringify(bundleFiles) },
    banner: { js: requireInModules },
  });

/** Writes a file under another name first, because a process may start meanwhile, or another build write the same file. */
async function write({ path, text }: OutputFile): Promise<void> {
  const part = `${path}.${process.pid}.new`;
  await writeFile(part, withoutWideCharacters(text));
  await rename(part, path);
}

// Modules of earlier builds stay: a running process may still load them. The bundle of a process is read once, when it starts.
await mkdir('dist', { recursive: true });
await buildPortalPage();
const { outputFiles: bundles } = await bundleProcesses();
await Promise.all(bundles.map(write));
const names = bundles.map(({ path }) => basename(path));
const { outputFiles: modules } = await bundleModules(
  Object.fromEntries(processes.map((name) => [name, names.find((file) => file.startsWith(`${name}-`)) ?? ''])),
);
await Promise.all(modules.map(write));
await Promise.all(processes.map((name) => promisify(execFile)(process.execPath, ['dist/store-code.js', name])));
const outdated = (await readdir('dist')).filter(
  (file) => /^(gateway|worker)-\w{8}\.cjs/.test(file) && !names.some((name) => file.startsWith(name)),
);
await Promise.all(outdated.map((file) => rm(`dist/${file}`, { force: true })));
