import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import Runtime from 'jest-runtime';

const require = createRequire(import.meta.url);
const tests = new URL('../', import.meta.url).href;
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
 * Runs test files as Node runs the service, not in Jest's `vm` contexts, where every file loads the whole service again:
 * 2 s of its time. What is below `test` is still loaded anew for each file; `src` and the packages are loaded once for all
 * files of a worker. So `src` must keep nothing at the top of its modules (test/architecture/house.test.ts sees to it), and
 * no module can be mocked. JavaScript, because the types of jest-runtime take it for CommonJS.
 */
export default class NativeRuntime extends Runtime {
  constructor(config, environment, resolver, transformerOfFile, ...rest) {
    super(config, environment, resolver, transformerOfFile, ...rest);
    transformer = transformerOfFile;
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  async unstable_importModule(path) {
    const { href } = pathToFileURL(path);
    files += 1;
    return import(href.startsWith(tests) ? `${href}?file=${files}` : href);
  }

  /** Loads the part of Jest that gathers and runs one file's tests, without those of the file before, which it keeps here. */
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

registerHooks({
  resolve(specifier, context, next) {
    const found = specifier === '@jest/globals' ? { url: globalsOfFile, shortCircuit: true } : next(specifier, context);
    const file = context.parentURL?.startsWith(tests) ? new URL(context.parentURL).search : '';
    return found.url.startsWith(tests) ? { ...found, url: found.url + file } : found;
  },
  load(url, context, next) {
    if (!/\.ts(\?file=\d+)?$/.test(url) || url.includes('/node_modules/')) return next(url, context);
    const { code, sourceMapPath } = transformer.transform(fileURLToPath(url), asModule);
    sourceMaps.set(url, sourceMapPath);
    return { format: 'module', source: code, shortCircuit: true };
  },
});
