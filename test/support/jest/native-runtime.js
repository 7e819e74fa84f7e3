import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import Runtime from 'jest-runtime';

const require = createRequire(import.meta.url);
const tests = new URL('../../', import.meta.url).href;
const perWorker = new URL('../worker/', import.meta.url).href;
const isPerFile = (href) => href.startsWith(tests) && !href.startsWith(perWorker);
const globalsOfFile = new URL('./jest-globals.js', import.meta.url).href;
const asModule = {
  isInternalModule: false,
  supportsDynamicImport: true,
  supportsExportNamespaceFrom: true,
  supportsStaticESM: true,
  supportsTopLevelAwait: true,
};
const sourceMaps = new Map();
let files = 0;
let transformer;

/**
 * Runs test files in plain Node instead of Jest's `vm` contexts.
 *
 * Jest's stable ways (CommonJS, or ECMAScript modules by --experimental-vm-modules) give every test file a module registry of its own,
 * so each of the 400 files loads and compiles the whole service again: 2 s each, a quarter of an hour for the suite. Here `src` and
 * the packages are loaded once for each worker, as is `test/support/worker`; the other modules below `test` are loaded for each file.
 * Therefore `src` keeps no state at module level (test/architecture/conventions.test.ts), and no module can be mocked.
 *
 * This file alone relies on methods that Jest does not document; package.json pins its version, and `requireMethods` fails the run
 * when an update renames one. It is JavaScript because the types of jest-runtime declare CommonJS.
 */
export default class NativeRuntime extends Runtime {
  constructor(config, environment, resolver, transformerOfFile, ...rest) {
    super(config, environment, resolver, transformerOfFile, ...rest);
    transformer = transformerOfFile;
    // Threads and processes that tests start load `src` from its files: the first one compiles it for all others.
    process.env.NODE_COMPILE_CACHE = join(config.cacheDirectory, 'compile-cache');
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  async unstable_importModule(path) {
    const { href } = pathToFileURL(path);
    files += 1;
    return import(isPerFile(href) ? `${href}?file=${files}` : href);
  }

  /** Loads jest-circus again for each file: it keeps the tests that it collected at module level. */
  requireInternalModule(path) {
    for (const key of Object.getOwnPropertySymbols(globalThis)) {
      if (key.description === 'JEST_STATE_SYMBOL' || key.description === 'EVENT_HANDLERS') delete globalThis[key];
    }
    delete require.cache[path];
    return require(path);
  }

  setGlobalsForRuntime(globals) {
    globalThis[Symbol.for('globals of the test file')] = globals;
  }

  getSourceMaps() {
    return sourceMaps;
  }
}

function requireMethods(...names) {
  const missing = names.filter((name) => typeof Runtime.prototype[name] !== 'function');
  if (missing.length > 0)
    throw new Error(
      `This version of jest-runtime has no ${missing.join(', ')}: adapt test/support/jest/native-runtime.js.`,
    );
}

requireMethods(
  'unstable_shouldLoadAsEsm',
  'unstable_importModule',
  'requireInternalModule',
  'setGlobalsForRuntime',
  'getSourceMaps',
);

registerHooks({
  resolve(specifier, context, next) {
    const found = specifier === '@jest/globals' ? { url: globalsOfFile, shortCircuit: true } : next(specifier, context);
    const file = context.parentURL?.startsWith(tests) ? new URL(context.parentURL).search : '';
    return isPerFile(found.url) ? { ...found, url: found.url + file } : found;
  },
  load(url, context, next) {
    if (!/\.ts(\?file=\d+)?$/.test(url) || url.includes('/node_modules/')) return next(url, context);
    const { code, sourceMapPath } = transformer.transform(fileURLToPath(url), asModule);
    sourceMaps.set(url, sourceMapPath);
    return { format: 'module', source: code, shortCircuit: true };
  },
});
