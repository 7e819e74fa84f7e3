import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { datasetPath, parseAddress, pathOf, pathOfPage, variablesOf } from '#portal-page/address.ts';

const addressOf = (path: string) => parseAddress(new URL(path, 'http://catalog.example'));

test.each([
  ['/?q=trees', 'search'],
  ['/datasets/street-trees', 'dataset'],
  ['/datasets/street-trees/', 'dataset'],
  ['/forms', 'forms'],
  ['/forms/?page=2', 'forms'],
  ['/forms/suggest-a-tree', 'form'],
  ['/publications', 'publications'],
  ['/datasets', 'unknown'],
  ['/datasets/a/b', 'unknown'],
  [`/datasets/a/records/${'0'.repeat(40)}?row=2`, 'record'],
  ['/datasets/a/records/0', 'unknown'],
  [`/datasets/a/records/${'0'.repeat(40)}/more`, 'unknown'],
  ['/datasets/%E0%A4%A', 'unknown'],
  ['/elsewhere', 'unknown'],
])('%s shows %s', (path, view) => {
  expect(addressOf(path).view).toBe(view);
});

test('the path of a dataset leads back to its identifier, whatever it contains', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (datasetId) => {
      fc.pre(datasetId.isWellFormed() && !['.', '..'].includes(datasetId));
      expect(addressOf(datasetPath(datasetId))).toMatchObject({ view: 'dataset', datasetId });
    }),
  );
});

test('an address holds the whole search: words, facets, order and page', () => {
  const parameters = new URLSearchParams(
    'q=air&lakes.use=swim&theme=environment&theme=energy&keyword=trees&sort=TITLE&page=3&other=1&Not.one=1&a.b.c=1',
  );
  expect(variablesOf(parameters)).toEqual({
    query: 'air',
    refine: [
      { field: 'theme', value: 'environment', isDisjunctive: true },
      { field: 'theme', value: 'energy', isDisjunctive: true },
      { field: 'keyword', value: 'trees', isDisjunctive: true },
      { field: 'lakes.use', value: 'swim', isDisjunctive: true },
    ],
    orderBy: [{ field: 'TITLE' }],
    first: 10,
    offset: 20,
  });
  expect(pathOfPage(parameters, 1)).not.toContain('page');
  expect(pathOf(new URLSearchParams({ q: '', sort: 'RELEVANCE' }))).toBe('/');
});

test.each(['page=-1', 'page=1.5', 'page=x', 'page=1e9', 'sort=random()', 'q=%20'])(
  'the search without sense %s is the first page',
  (search) => {
    expect(variablesOf(new URLSearchParams(search))).toEqual({
      query: null,
      refine: [],
      orderBy: [{ field: 'RELEVANCE' }],
      first: 10,
      offset: 0,
    });
  },
);

test('the language of an address changes nothing of what it shows', () => {
  const [plain, inFrench] = ['/?q=trees', '/?q=trees&lang=fr'].map((path) => parseAddress(new URL(path, 'http://x')));
  expect(JSON.stringify(inFrench)).toBe(JSON.stringify(plain));
  expect(String(inFrench?.view === 'search' && inFrench.parameters)).toBe('q=trees');
});
