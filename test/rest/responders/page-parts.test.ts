import { expect, test } from '@jest/globals';
import { pageParts } from '../../../src/rest/responders/page-parts.ts';

const nodes = '[{"uid": "da_aaaaaa"}]';

test('the page of a list is the root field of its answer', () => {
  expect(pageParts({ datasets: { totalCount: '7', nodes } })).toEqual({ revision: undefined, totalCount: 7, nodes });
});

test("the page of a dataset's list is next to the revision of the dataset", () => {
  const answer = { dataset: { revision: '3', resources: { totalCount: '1', nodes } } };
  expect(pageParts(answer)).toEqual({ revision: 3, totalCount: 1, nodes });
});

test('an answer without a page has no page parts', () => {
  expect(pageParts(undefined)).toBeUndefined();
  expect(pageParts({ dataset: 'null' })).toBeUndefined();
  expect(pageParts({ dataset: { revision: '3', processor: '{"uid": "pr_aaaaaa"}' } })).toBeUndefined();
});
