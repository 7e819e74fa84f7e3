import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { encodeIri, encodeIriPart, splitIri } from '#engine/exports/rdf/terms.ts';
import {
  parseReference,
  parseTermTemplate,
  rmlTemplate,
  type TemplatePart,
  yarrrmlTemplate,
} from '#engine/exports/rdf/mapping/record-mapping.ts';
import { mappedQuads, RowTerms } from '#engine/exports/rdf/mapping/mapped-quads.ts';
import { readMapping } from '#engine/exports/rdf/mapping/read-mapping.ts';
import { CatalogError } from '#kernel/fail.ts';
import { statementsOf } from '#test/support/rdf.ts';

const syntaxes = [
  ['RML', rmlTemplate],
  ['YARRRML', yarrrmlTemplate],
] as const;

const escaped = (text: string) => text.replace(/[\\{}$()]/g, '\\$&');
const column = fc.stringMatching(/^[a-z{}()\\é][\w {}()$\\é-]*[a-z{}()\\]$/).map((name) => ({ column: name }));
const text = fc.string({ unit: fc.constantFrom(...'ab{}()$\\/é '), minLength: 1, maxLength: 8 });
/** Parts in which no two texts follow each other. */
const template = fc.array(fc.tuple(fc.option(text), column), { maxLength: 5 }).chain((pairs) =>
  fc.option(text).map((last) => {
    const parts: TemplatePart[] = pairs.flatMap(([before, reference]) => [...(before ? [before] : []), reference]);
    return last === null && parts.length > 0 ? parts : [...parts, last ?? ''];
  }),
);

test.each(syntaxes)('%s: a template is read as it was written', (_name, { open, close }) => {
  fc.assert(
    fc.property(template, (parts) => {
      const written = parts
        .map((part) => (typeof part === 'string' ? escaped(part) : `${open}${escaped(part.column)}${close}`))
        .join('');
      expect(parseTermTemplate(written, { open, close })).toEqual(parts);
    }),
  );
});

const readable = (read: () => unknown): boolean => {
  try {
    read();
    return true;
  } catch (error) {
    return error instanceof CatalogError && error.code === 'INVALID_MAPPING';
  }
};

test.each(syntaxes)('%s: any text is a template or an INVALID_MAPPING', (_name, syntax) => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (any) => readable(() => parseTermTemplate(any, syntax))));
});

test('any document is a mapping or an INVALID_MAPPING', () => {
  const rr = 'http://www.w3.org/ns/r2rml#';
  const words = fc.constantFrom(
    ...[
      'mappings:',
      'm:',
      '\n',
      '  ',
      '- ',
      '[',
      ']',
      '{',
      '}',
      ',',
      ': ',
      's: ',
      'po: ',
      'o: ',
      '$(a)',
      '"x"',
      'a',
      '~iri',
    ],
    ...[
      '<#a> ',
      ' . ',
      ' ; ',
      `<${rr}subjectMap> `,
      `<${rr}template> `,
      `<${rr}predicateObjectMap> `,
      `<${rr}objectMap> `,
    ],
    ...[
      `<${rr}predicate> `,
      `<${rr}object> `,
      `<${rr}termType> `,
      `<${rr}BlankNode> `,
      '_:x ',
      '<http://x/{y}> ',
      '1 ',
      '&a ',
      '*a ',
    ],
  );
  fc.assert(
    fc.property(
      fc.array(words, { maxLength: 30 }).map((parts) => parts.join('')),
      fc.constantFrom('', 'mappings:\n  a:\n    ', '<#a> '),
      (rest, start) => readable(() => readMapping(start + rest)),
    ),
    { numRuns: 1_000 },
  );
});

test('a part of an IRI has unreserved characters only, and decodes to its text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (any) => {
      const encoded = encodeIriPart(any);
      expect(encoded).toMatch(/^(?:[\w.~-]|%[\dA-F]{2}|[^\0-\u{A0}])*$/u);
      expect(decodeURIComponent(encoded)).toBe(any.toWellFormed());
    }),
  );
});

const iriText = fc.string({ unit: fc.constantFrom(...'abé:/?#[]@%&1. <>"{}|\\^`'), maxLength: 20 });

test('whatever a column holds becomes an IRI that readers accept', () => {
  fc.assert(
    fc.property(fc.constantFrom('', 'http://', 'http://x.org/', 'urn:', 'mailto:'), iriText, (start, rest) => {
      const column = { name: 'c', label: 'c', type: 'text', isMultivalued: false } as const;
      const terms = new RowTerms({ c: start + rest }, new Map([['c', column]]), 'http://example.org/d#', 1);
      const nodes = terms.nodesOf({ from: 'column', reference: { column: 'c' }, kind: { type: 'iri' } });
      expect(nodes).toHaveLength(start + rest === '' ? 0 : 1);
      for (const { value } of nodes) statementsOf(`<${value}> <http://x/p> <${value}> .`, 'text/turtle');
    }),
    { numRuns: 2_000 },
  );
});

test('hostile texts cost no more than their length', () => {
  for (const hostile of [
    '\n'.repeat(40_000),
    ' '.repeat(40_000),
    `mappings:\n  a:\n    source: [x~csv, '$${'a'.repeat(40_000)}!']\n    s: http://x/1\n`,
    `mappings:\n  a:\n    s: http://x/${'$('.repeat(20_000)}\n`,
    `<#a> <http://www.w3.org/ns/r2rml#template> "${'{a'.repeat(20_000)}" .`,
  ])
    expect(readable(() => readMapping(hostile))).toBe(true);
  expect(splitIri(`http://x/${'a'.repeat(1_000_000)}%20`) === undefined).toBe(true);
});

test('characters that an IRI cannot contain are encoded, and an IRI stays as it is', () => {
  expect(encodeIri('http://x/a b[1]?q=50%')).toBe('http://x/a%20b%5B1%5D?q=50%25');
  expect(encodeIri('http://[2001:db8::1]/%C3%A9#é')).toBe('http://[2001:db8::1]/%C3%A9#é');
});

test.each([
  ['name', { column: 'name' }],
  ['count(*)', { column: 'count(*)' }],
  ['$.name', { column: 'name' }],
  ["$['first name']", { column: 'first name' }],
  ['$.tags[*]', { column: 'tags' }],
  ['$.geo_point_2d[0]', { column: 'geo_point_2d', coordinate: 'lat' }],
  ['geo_point_2d.lon', { column: 'geo_point_2d', coordinate: 'lon' }],
])('the reference %s names a column', (reference, expected) => {
  expect(parseReference(reference)).toEqual(expected);
});

test('rows are read as statements are taken, in batches of at most 1,000 statements', async () => {
  const mapping = readMapping(
    'mappings:\n  a:\n    s: http://example.org/$(id)\n    po: [[ex:p, $(tags)]]\nprefixes: {ex: http://x/}',
  );
  let readCount = 0;
  let isClosed = false;
  async function* rows() {
    try {
      for (let id = 0; id < 1_000_000; id += 1) {
        readCount += 1;
        yield [
          JSON.stringify({ id: String(id), tags: Array.from({ length: 1_500 }, (_value, at) => `tag ${String(at)}`) }),
        ];
      }
    } finally {
      isClosed = true;
    }
  }
  const columns = [
    { name: 'id', label: 'id', type: 'text', isMultivalued: false },
    { name: 'tags', label: 'tags', type: 'text', isMultivalued: true },
  ] as const;
  const sizes: number[] = [];
  for await (const batch of mappedQuads({ columns, dataset: { address: 'http://x' }, rows: rows() }, mapping)) {
    sizes.push(batch.length);
    if (sizes.length === 5) break;
  }
  expect(sizes).toEqual([1_000, 500, 1_000, 500, 1_000]);
  expect([readCount, isClosed]).toEqual([3, true]);
});

test('statements with long texts are taken in smaller batches', async () => {
  const mapping = readMapping('mappings:\n  a:\n    s: http://example.org/a\n    po: [[http://x/p, $(tags)]]\n');
  async function* rows() {
    yield [
      JSON.stringify({ tags: Array.from({ length: 40 }, (_value, at) => `${String(at)} ${'x'.repeat(2 ** 18)}`) }),
    ];
  }
  const columns = [{ name: 'tags', label: 'tags', type: 'text', isMultivalued: true }] as const;
  const sizes: number[] = [];
  for await (const batch of mappedQuads({ columns, dataset: { address: 'http://x' }, rows: rows() }, mapping))
    sizes.push(batch.length);
  expect(sizes).toEqual([...Array<number>(10).fill(4), 0]);
});

test.each([
  ['templates', '$(a) $(tags)'],
  ['statements', '$(a)'],
])('a record from whose long text %s make too many characters is refused', async (_what, object) => {
  const mapping = readMapping(
    `mappings:\n  a:\n    s: http://example.org/$(tags)\n    po: [[http://x/p, ${object}]]\n`,
  );
  async function* rows() {
    yield [JSON.stringify({ a: 'x'.repeat(2 ** 20), tags: Array.from({ length: 100 }, (_value, at) => String(at)) })];
  }
  const columns = [
    { name: 'a', label: 'a', type: 'text', isMultivalued: false },
    { name: 'tags', label: 'tags', type: 'text', isMultivalued: true },
  ] as const;
  const read = async () => {
    let length = 0;
    for await (const batch of mappedQuads({ columns, dataset: { address: 'http://x' }, rows: rows() }, mapping))
      length = Math.max(length, batch.length);
    return length;
  };
  await expect(read()).rejects.toThrow('too many characters from one record');
});
