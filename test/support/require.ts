import { relative } from 'node:path';
import { describe, expect, test } from '@jest/globals';

/** `test` where the machine has what the tests need; elsewhere they are skipped, and one line of the output says why. */
export const testIf = (isMet: boolean, need: string) => (isMet ? test : (reportSkipped(need), test.skip));

/** The same with `describe`. */
export const describeIf = (isMet: boolean, need: string) => (isMet ? describe : (reportSkipped(need), describe.skip));

function reportSkipped(need: string): void {
  const file = relative(process.cwd(), expect.getState().testPath ?? '');
  process.stderr.write(`SKIPPED: tests in ${file} need ${need}.\n`);
}
