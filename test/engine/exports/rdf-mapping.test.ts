import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { encodeIri, encodeIriPart } from '../../../src/engine/exports/rdf/iri.ts';
import {
  parseReference,
  parseTemplate,
  rmlTemplate,
  yarrrmlTemplate,
} from '../../../src/engine/exports/rdf/mapping/parse-template.ts';
import { readMapping } from '../../../src/engine/exports/rdf/mapping/read-mapping.ts';
import type { TemplatePart } from '../../../src/engine/exports/rdf/mapping/record-mapping.ts';
import { CatalogError } from '../../../src/kernel/fail.ts';

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
      expect(parseTemplate(written, { open, close })).toEqual(parts);
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
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (any) => readable(() => parseTemplate(any, syntax))));
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
