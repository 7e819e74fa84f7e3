import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Quad } from '@rdfjs/types';
import { jsonLdSyntax, type RdfSyntax, rdfXmlSyntax, turtleSyntax } from '#engine/exports/rdf/rdf-syntaxes.ts';
import { blankNode, encodeIri, literal, namedNode, prefixes, quad, xmlNameOf, xsd } from '#engine/exports/rdf/terms.ts';
import { statementsOf } from '#test/support/rdf.ts';

const syntaxes = { rdfXmlSyntax, turtleSyntax, jsonLdSyntax };

async function* inBatches(quads: readonly Quad[]) {
  yield quads.slice(0, 2);
  yield quads.slice(2);
}

async function written(syntax: RdfSyntax, quads: readonly Quad[]): Promise<string> {
  let text = '';
  for await (const piece of syntax.write(inBatches(quads), { prefixes, vocabulary: 'http://example.org/field#' }))
    text += piece;
  return text;
}

const plainText = fc
  .string({ unit: 'binary', maxLength: 12 })
  .filter((text) => !/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\uFFFE\uFFFF]/.test(text));
const iri = fc.oneof(
  plainText.map((text) => namedNode(encodeIri(`http://example.org/it/${encodeURIComponent(text)}`))),
  plainText.map((text) => namedNode(`geo:${encodeURIComponent(text)}`)),
);
const predicate = fc
  .tuple(fc.constantFrom('http://example.org/field#', prefixes.dct, 'urn:x:'), plainText)
  .map(([namespace, text]) => namedNode(`${namespace}n${xmlNameOf(text)}`));
const object = fc.oneof(
  iri,
  fc.constantFrom(blankNode('b1'), blankNode('b2')),
  plainText.map((text) => literal(text)),
  plainText.map((text) => literal(text, 'fr')),
  fc.oneof(plainText, fc.integer().map(String)).map((text) => literal(text, xsd('integer'))),
);
const graph = fc
  .array(fc.tuple(iri, fc.array(fc.tuple(predicate, object), { minLength: 1, maxLength: 4 })), { maxLength: 4 })
  .map((nodes) => nodes.flatMap(([subject, pairs]) => pairs.map(([name, value]) => quad(subject, name, value))));

test.each(Object.entries(syntaxes))('%s contains every graph without loss', async (_name, syntax) => {
  await fc.assert(
    fc.asyncProperty(graph, async (quads) => {
      const expected = statementsOf(await written(nQuads, quads), 'application/n-quads');
      expect(statementsOf(await written(syntax, quads), syntax.mediaType)).toEqual(expected);
    }),
    { numRuns: 100 },
  );
});

/** N-Quads, whose escapes are those of JSON. */
const nQuads: RdfSyntax = {
  mediaType: 'application/n-quads',
  extension: 'nq',
  async *write(batches) {
    for await (const quads of batches) yield quads.map((each) => `${lineOf(each)}\n`).join('');
  },
};

const lineOf = ({ subject, predicate: name, object: value }: Quad): string =>
  `${[subject, name, value].map(termOf).join(' ')} .`;

function termOf(term: Quad['subject' | 'predicate' | 'object']): string {
  if (term.termType === 'BlankNode') return `_:${term.value}`;
  if (term.termType !== 'Literal') return `<${term.value}>`;
  const suffix = term.language === '' ? `^^<${term.datatype.value}>` : `@${term.language}`;
  return `${JSON.stringify(term.value)}${suffix}`;
}

test('RDF/XML replaces characters that XML cannot contain, and says so', async () => {
  const quads = [quad(namedNode('http://example.org/a'), namedNode('http://example.org/b'), literal('a\u0001b'))];
  const text = await written(rdfXmlSyntax, quads);
  expect(statementsOf(text, rdfXmlSyntax.mediaType)).toEqual([
    '<http://example.org/a> <http://example.org/b> "a\uFFFDb"',
  ]);
  expect(text).toContain('<!-- Characters that XML does not allow, replaced by U+FFFD: 1. -->');
  expect(statementsOf(await written(turtleSyntax, quads), 'text/turtle')[0]).toContain('"a\\u0001b"');
});

test('different names of columns are different XML names', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
      expect(xmlNameOf(one)).toMatch(/^[\w]*$/);
      expect(xmlNameOf(one) === xmlNameOf(other)).toBe(one === other);
    }),
  );
  expect(['2020', 'count(*)', 'a_x', 'é'].map(xmlNameOf)).toEqual([
    '_x0032_020',
    'count_x0028__x002A__x0029_',
    'a_x005F_x',
    '_x00E9_',
  ]);
});
