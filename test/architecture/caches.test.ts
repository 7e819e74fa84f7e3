import { expect, test } from '@jest/globals';
import { filesBelow, textOf } from './sources.ts';

const mebibyte = 1024 * 1024;

/**
 * The caches of a process and their bounds in bytes. No cache saves the lookup of a key: each request reads the row of its key. Apollo's
 * store of parsed documents is bounded by 30 MiB of JSON; the results of one request are bounded by its loaders' lifetime.
 */
const bounds = {
  // one for queries, one for payloads
  'src/api/planning/plan-builder.ts': [32 * mebibyte],
  // statements of root fields
  'src/api/reading/read.ts': [mebibyte / 2],
  'src/engine/pipeline/dataset-reference.ts': [64 * mebibyte],
  // the sessions whose use was stored; what is made of the rows of keys, tokens and sessions, as they are read by each request; the hashes of
  // verified tokens, and whose they are
  'src/modules/identity/active-user.ts': [4 * mebibyte],
  'src/modules/identity/session-lookup.ts': [4 * mebibyte, 4 * mebibyte, 8 * mebibyte],
  // the metadata of sign-in providers, and their keys
  'src/platform/open-id-client.ts': [8 * mebibyte],
  'src/platform/token-verifier.ts': [16 * mebibyte],
  // the texts that a pool has seen, and the statements that one connection has prepared
  'src/platform/database/statements.ts': [4 * mebibyte, 2 * mebibyte],
  // what callers see of generations
  'src/platform/database/parsed-texts.ts': [4 * mebibyte],
  // the rows that searches in an order have read; the searches that were too long
  'src/platform/columns/client/row-file-reader.ts': [4 * mebibyte],
  'src/processes/services.ts': [mebibyte],
  'src/platform/database/read-cache.ts': [64 * mebibyte],
  // answers of the geocoder
  'src/platform/geocoder.ts': [mebibyte],
  'src/platform/datasources/access-token.ts': [4 * mebibyte],
  // typed graphs of datasets; which of them callers saw last; their documents, and ours without what a request does not need
  'src/dataset-graph/narrow-document.ts': [4 * mebibyte],
  'src/dataset-graph/dataset-graphs.ts': [32 * mebibyte, 4 * mebibyte],
  'src/server/graph/dataset-graph-routes.ts': [16 * mebibyte],
  'src/server/graph/documents.ts': [4 * mebibyte],
  // rendered pages, in characters of one or two bytes
  'src/server/pages/page-cache.ts': [32 * mebibyte],
  'src/platform/request-rate-limiter.ts': [32 * mebibyte],
  'src/server/graph/validate-operation.ts': [16 * mebibyte],
};

test('every cache has a bound in bytes', () => {
  const caching = filesBelow('src').filter((file) => textOf(file).includes('new LRUCache'));
  expect(Object.fromEntries(caching.map((file) => [file, boundsIn(textOf(file))]))).toEqual(bounds);
});

test('a cache without a bound in bytes is found', () => {
  expect(boundsIn('const maxBytes = 2 * 1024;\nnew LRUCache<string, string>({ max: 10 })')).toEqual([NaN]);
});

/** The bound of each cache of a file in bytes; NaN without one. */
const boundsIn = (text: string): number[] =>
  text
    .split('new LRUCache')
    .slice(1)
    .map((rest) => /maxSize: (\w+)/.exec(rest.slice(0, rest.indexOf('})')))?.[1])
    .map((name) => product(new RegExp(`\\b${name ?? 'no name'}(?: =|:) ([\\d_ *]+)`).exec(text)?.[1]));

const product = (factors = 'NaN'): number =>
  factors.split('*').reduce((result, factor) => result * Number(factor.replaceAll('_', '')), 1);
