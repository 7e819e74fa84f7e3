// Stands for the package '@jest/globals', which only Jest's own runtime can give.
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } =
  globalThis[Symbol.for('globals of the test file')];
