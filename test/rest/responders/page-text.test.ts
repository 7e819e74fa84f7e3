import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { pageTextOf } from '../../../src/rest/responders/page-text.ts';

const nodes = fc.array(fc.jsonValue(), { maxLength: 4 });

test('the text of a page is taken out of its answer as it came, whatever its nodes are', () => {
  fc.assert(
    fc.property(fc.nat(), nodes, fc.nat(), (totalCount, list, revision) => {
      expect(pageTextOf(JSON.stringify({ datasets: { totalCount, nodes: list } }))).toEqual({
        revision: undefined,
        total: totalCount,
        nodes: JSON.stringify(list),
      });
      expect(pageTextOf(JSON.stringify({ dataset: { revision, versions: { totalCount, nodes: list } } }))).toEqual({
        revision,
        total: totalCount,
        nodes: JSON.stringify(list),
      });
    }),
  );
});

test('an answer without a page has none', () => {
  expect(pageTextOf('{"dataset":null}')).toBeUndefined();
  expect(pageTextOf('{"dataset":{"revision":3,"processor":{"uid":"pr_aaaaaa"}}}')).toBeUndefined();
});
