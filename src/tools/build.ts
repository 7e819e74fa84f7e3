import { execFile } from 'node:child_process';
import { chmod, readdir, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { buildPortalPage } from './build-portal-page.ts';
import { bundleModules, bundleOptions, writeBundles } from './bundle-modules.ts';

const processes = ['gateway', 'worker'] as const;

/**
 * Bundles each process to one script, because V8 stores the code of functions that have run for scripts, and for modules only the code
 * of functions that it compiles before they run. The script is a function, which `loadBundle` calls.
 */
const bundleProcesses = () =>
  build({
    ...bundleOptions,
    entryPoints: Object.fromEntries(processes.map((name) => [name, `src/processes/${name}-process.ts`])),
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

/** What loads the processes, the migrations, the threads and the tools. */
const moduleEntries = {
  main: 'src/processes/main.ts',
  worker: 'src/processes/worker.ts',
  migrate: 'src/processes/migrate.ts',
  backup: 'src/processes/backup.ts',
  restore: 'src/processes/restore.ts',
  catalograph: 'src/cli/main.ts',
  'store-code': 'src/tools/store-code.ts',
  'print-sql': 'src/tools/print-sql.ts',
  'move-storage': 'src/tools/move-storage.ts',
  'preview-worker': 'src/engine/preview/preview-worker.ts',
  'parquet-worker': 'src/engine/extractors/parquet/parquet-worker.ts',
  'feature-worker': 'src/engine/extractors/geographic/feature-worker.ts',
  'column-engine-process': 'src/processes/column-engine-process.ts',
  'spreadsheet-worker': 'src/engine/extractors/xlsx/spreadsheet-worker.ts',
};

// Modules of earlier builds stay: a running process may still load them. The bundle of a process is read once, when it starts.
await buildPortalPage();
const { outputFiles: bundles } = await bundleProcesses();
await writeBundles(bundles);
const names = bundles.map(({ path }) => basename(path));
await bundleModules(
  moduleEntries,
  Object.fromEntries(processes.map((name) => [name, names.find((file) => file.startsWith(`${name}-`)) ?? ''])),
);
// npx starts it
await chmod('dist/catalograph.js', 0o755);
await Promise.all(processes.map((name) => promisify(execFile)(process.execPath, ['dist/store-code.js', name])));
const outdated = (await readdir('dist')).filter(
  (file) => /^(gateway|worker)-\w{8}\.cjs/.test(file) && !names.some((name) => file.startsWith(name)),
);
await Promise.all(outdated.map((file) => rm(`dist/${file}`, { force: true })));
