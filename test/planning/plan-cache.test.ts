import { expect, test } from '@jest/globals';
import { parse } from 'graphql';
import { planCache } from '#api/planning/plan-builder.ts';

/** Counts how often the plans of a cache are compiled; a plan is the text of its statement. */
function countingCache() {
  let compiled = 0;
  const cached = planCache<{ readonly text: string }>(({ text }) => [text]);
  return {
    compiled: () => compiled,
    plan: (key: string, { document = '{ a }', length = 1 } = {}) =>
      cached(parse(document), key, () => {
        compiled += 1;
        return { text: 'x'.repeat(length) };
      }),
  };
}

const mebibyte = 1024 * 1024;

test('the statements of all plans have at most 32 MiB', () => {
  const { plan, compiled } = countingCache();
  for (let count = 0; count < 40; count += 1) plan(String(count), { length: mebibyte });
  plan('39');
  expect(compiled()).toBe(40);
  plan('0');
  expect(compiled()).toBe(41);
});

test('a plan counts with the document that it retains', () => {
  const { plan, compiled } = countingCache();
  const document = `{ a } # ${'x'.repeat(50_000)}`;
  for (let count = 0; count < 20; count += 1) plan(String(count), { document });
  plan('0');
  expect(compiled()).toBe(21);
});
