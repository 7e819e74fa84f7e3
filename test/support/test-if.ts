import { describe, test } from '@jest/globals';

type Body = () => void | Promise<void>;

/**
 * `test` where the machine has what the test needs. Elsewhere the test is skipped, and the end of the run reports it with its need; in
 * continuous integration, which sets CI, it fails.
 */
export const testIf =
  (isMet: boolean, need: string) =>
  (name: string, run: Body, timeoutMs?: number): void => {
    if (isMet) test(name, run, timeoutMs);
    else unmet(name, need);
  };

/** Like `testIf`, for a group of tests. */
export const describeIf =
  (isMet: boolean, need: string) =>
  (name: string, define: () => void): void => {
    if (isMet) describe(name, define);
    else unmet(name, need);
  };

function unmet(name: string, need: string): void {
  const title = `${name} (needs ${need})`;
  if (!process.env['CI']) test.skip(title, () => undefined);
  else
    test(title, () => {
      throw new Error(`No test is skipped where CI is set, and this one needs ${need}.`);
    });
}
