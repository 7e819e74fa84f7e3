import { expect, test } from '@jest/globals';
import { isAbsoluteIri } from '#engine/exports/rdf/terms.ts';

test.each(['https://example.org/a', 'urn:isbn:1', 'mailto:a@example.org', 'https://example.org/a b'])(
  'the text %j is an absolute IRI once it is encoded',
  (text) => {
    expect(isAbsoluteIri(text)).toBe(true);
  },
);

test.each(['Culture: art', 'Culture:', 'culture', '1a:b', 'a/b:c', 'a:\tb', ''])('the text %j is no IRI', (text) => {
  expect(isAbsoluteIri(text)).toBe(false);
});
