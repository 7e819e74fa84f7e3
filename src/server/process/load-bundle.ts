import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';

/** The processes of the service; each has one bundle. */
export type ProcessName = 'gateway' | 'worker';

/** What the bundle of a process exports. */
export interface ProcessBundle {
  /** Runs the process. */
  readonly start: () => Promise<void>;
  /** Does what a start does before it needs the database, so that V8 compiles the functions. Takes a folder for data. */
  readonly rehearse: (dataDir: string) => Promise<void>;
}

/** A loaded bundle. */
export interface LoadedBundle extends ProcessBundle {
  /** Stores the code that V8 has compiled since; `hasCode` is whether V8 has accepted stored code. */
  readonly script: Script;
  readonly codePath: string;
  readonly hasCode: boolean;
}

/**
 * By how much the heap may grow beyond its live size before V8 collects the old generation. By default V8 lets it reach four times its
 * live size, and keeps the memory afterwards.
 */
const heapGrowthPercent = 50;

/**
 * By how much the young generation grows at a time. It starts with one megabyte and doubles by default; a start fills it within
 * milliseconds at each size, and copies what is still in use each time.
 */
const youngGrowthFactor = 16;

/** The files of the bundles in `dist`, defined by the build. Their names contain a hash of their content. */
declare const BUNDLE_FILES: Readonly<Record<ProcessName, string>>;

/**
 * Loads the bundle of a process with the code that the build has stored for it: a start then compiles nothing. V8 compiles the bundle
 * as usual where no code is stored, or that of another version of Node.js.
 */
export function loadBundle(name: ProcessName): LoadedBundle {
  // V8 accepts stored code only with the flags that it was stored with, so they are set here for the build and the start.
  setFlagsFromString(`--heap-growing-percent=${heapGrowthPercent}`);
  setFlagsFromString(`--semi-space-growth-factor=${youngGrowthFactor}`);
  const require = createRequire(import.meta.url);
  const path = require.resolve(`./${BUNDLE_FILES[name]}`);
  const codePath = `${path}.${process.version}-${process.arch}.code`;
  // The bundle is a function, and has ASCII characters only: read as latin1, V8 takes the text as it is, without copying it into its heap.
  const script = new Script(readFileSync(path, 'latin1'), {
    filename: path,
    ...(existsSync(codePath) && { cachedData: readFileSync(codePath) }),
  });
  const module: { exports: Partial<ProcessBundle> } = { exports: {} };
  const run: unknown = script.runInThisContext();
  if (typeof run === 'function') Reflect.apply(run, undefined, [require, module, module.exports, import.meta.url]);
  const { start, rehearse } = module.exports;
  if (!start || !rehearse) throw new Error(`${path} does not export a process: run npm run build.`);
  return { start, rehearse, script, codePath, hasCode: script.cachedDataRejected === false };
}
