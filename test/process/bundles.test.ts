import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { buildService } from '../support/processes/build-service.ts';
import { root } from '../support/processes/built-process.ts';

beforeAll(buildService, 120_000);

/** Writes what a process has loaded when it ends. */
const listLoaded = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks, syncBuiltinESMExports } from 'node:module';
  import vm from 'node:vm';
  const [urls, scripts] = [[], []];
  registerHooks({ load: (url, context, next) => { urls.push(url); return next(url, context); } });
  vm.Script = class extends vm.Script {
    constructor(text, options) {
      super(text, options);
      scripts.push({ path: options.filename, isCompiled: this.cachedDataRejected === false });
    }
  };
  syncBuiltinESMExports();
  process.on('exit', () => console.log(JSON.stringify({ urls, scripts, builtins: process.moduleLoadList })));
`)}`;

/** What a process loads before it reads its settings. */
interface Loaded {
  /** The modules, and the scripts that Node loads like modules. */
  readonly files: readonly string[];
  readonly scripts: readonly { readonly path: string; readonly isCompiled: boolean }[];
  /** The modules of Node. */
  readonly builtins: readonly string[];
}

function loadedBy(entry: string): Loaded {
  const { stdout } = spawnSync(process.execPath, ['--import', listLoaded, join(root, 'dist', entry)], {
    encoding: 'utf8',
    env: { ...process.env, PORT: 'many' },
  });
  const { urls, ...others } = JSON.parse(stdout) as Omit<Loaded, 'files'> & { urls: string[] };
  return { ...others, files: urls.filter((url) => url.startsWith('file:')).map((url) => fileURLToPath(url)) };
}

describe.each(['main.js', 'worker.js'])('%s', (entry) => {
  test('loads one bundle before it reads its settings, and no package besides', () => {
    const { files, scripts } = loadedBy(entry);
    expect(files.filter((file) => relative(join(root, 'dist'), file) !== basename(file))).toEqual([]);
    expect(scripts).toHaveLength(1);
  });

  test('takes the code that the build has compiled', () => {
    expect(loadedBy(entry).scripts.map(({ isCompiled }) => isCompiled)).toEqual([true]);
  });

  test('leaves out the HTTP client of Node, which is large and which the service does not use', () => {
    expect(loadedBy(entry).builtins.filter((name) => name.endsWith('/undici'))).toEqual([]);
  });

  test('has bundles of one byte per character, half of what V8 keeps of others', () => {
    const { files, scripts } = loadedBy(entry);
    const all = [...files, ...scripts.map(({ path }) => path)];
    const wide = all.filter((file) => /[^\0-\x7f]/.test(readFileSync(file, 'utf8')));
    expect(wide).toEqual([]);
  });
});
