import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

/** Runs a program that takes its code from standard input or an argument. Fails where it ends with an error. */
export async function runProgram(file: string, parameters: readonly string[], input = ''): Promise<string> {
  const started = promisify(execFile)(file, parameters, { maxBuffer: 64 * 2 ** 20 });
  started.child.stdin?.end(input);
  return (await started).stdout;
}

const works = (file: string, parameters: readonly string[]): boolean =>
  spawnSync(file, parameters, { stdio: 'ignore' }).status === 0;

/** The Python of this machine that has pandas; undefined without one. */
export const pythonWithPandas = ['python3', '/usr/bin/python3'].find((file) => works(file, ['-c', 'import pandas']));

/** Whether this machine has R. */
export const hasR = works('Rscript', ['--version']);
