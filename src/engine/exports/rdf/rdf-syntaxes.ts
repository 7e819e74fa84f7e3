import type { Quad, Term } from '@rdfjs/types';
import { bySubject, prefixes, prefixes as vocabularies, rdf, splitIri, xsd } from './terms.ts';
import { fail } from '#kernel/fail.ts';
import { ExportNotes } from '../export-format.ts';
import { createXmlEscape, type EscapeXml, xmlComments } from '../xml-text.ts';
import type { Json, JsonObject } from '#kernel/json.ts';

/** The names with which a graph is abbreviated. */
export interface RdfContext {
  /** The namespaces that the file abbreviates, by their prefix. */
  readonly prefixes: Readonly<Record<string, string>>;
  /** The namespace of the properties that JSON-LD writes as plain names. */
  readonly vocabulary?: string;
  /** The properties that are known before the graph is made. A syntax that cannot write one of them fails before the first byte. */
  readonly properties?: readonly string[];
}

/** A syntax of RDF. */
export interface RdfSyntax {
  readonly mediaType: string;
  readonly extension: string;
  /** Writes batches of quads in pieces. The quads of a subject follow each other. */
  write(batches: AsyncIterable<readonly Quad[]>, context: RdfContext): AsyncGenerator<string>;
}

/** Turtle, which is valid Notation3 as well. */
export const turtleSyntax: RdfSyntax = {
  mediaType: 'text/turtle',
  extension: 'ttl',
  async *write(batches, { prefixes }) {
    const { Writer } = await import('n3');
    let text = '';
    const writer = new Writer(
      {
        write(piece: string, _encoding: string, done?: () => void) {
          text += piece;
          done?.();
        },
        end: (done?: () => void) => done?.(),
      },
      { prefixes },
    );
    const triples = new Writer({ format: 'N-Triples' });
    const names = new Set(Object.keys(prefixes));
    for await (const quads of batches) {
      for (const each of quads)
        if (!hasAmbiguousIri(each, names)) writer.addQuad(each);
        else {
          // A declaration ends the statement that the writer has begun.
          writer.addPrefix('rdf', rdf(''));
          text += triples.quadToString(each.subject, each.predicate, each.object);
        }
      yield text;
      text = '';
    }
    writer.end();
    yield text;
  },
};

/**
 * Whether the scheme of an IRI is also the name of a prefix. The writer takes such an IRI, like `ex:1`, for a prefixed name, which
 * is another IRI; a triple of N-Triples is valid Turtle and has no prefixed names.
 */
const hasAmbiguousIri = ({ subject, predicate, object }: Quad, prefixes: ReadonlySet<string>): boolean =>
  [subject, predicate, object, object.termType === 'Literal' ? object.datatype : undefined].some(
    (term) => term?.termType === 'NamedNode' && prefixes.has(term.value.slice(0, term.value.indexOf(':'))),
  );

/** RDF 1.1 XML. Fails EXPORT_NOT_POSSIBLE for a property that does not end with an XML name. */
export const rdfXmlSyntax: RdfSyntax = {
  mediaType: 'application/rdf+xml',
  extension: 'rdf',
  async *write(batches, { prefixes, properties = [] }) {
    for (const property of properties) elementName(property);
    const notes = new ExportNotes();
    const escape = createXmlEscape(notes);
    const prefixOf = new Map(Object.entries(prefixes).map(([prefix, namespace]) => [namespace, prefix]));
    const declarations = Object.entries(prefixes).map(
      ([prefix, namespace]) => ` xmlns:${prefix}="${escape(namespace)}"`,
    );
    yield `<?xml version="1.0" encoding="UTF-8"?>\n<rdf:RDF${declarations.join('')}>\n`;
    for await (const quads of batches) {
      let text = '';
      for (const [first, ...rest] of bySubject(quads))
        if (first) {
          const properties = [first, ...rest].map((each) => propertyElement(each, prefixOf, escape));
          text += `<rdf:Description${nodeAttribute('about', first.subject, escape)}>\n${properties.join('')}</rdf:Description>\n`;
        }
      yield text;
    }
    yield `</rdf:RDF>\n${xmlComments(notes)}`;
  },
};

/** Terms of RDF that cannot be property elements, because RDF/XML gives these names another meaning (RDF 1.1 XML, 5.1). */
const reservedNames = new Set([
  ...['RDF', 'ID', 'about', 'parseType', 'resource', 'nodeID', 'datatype', 'Description', 'li'],
  ...['aboutEach', 'aboutEachPrefix', 'bagID'],
]);

function elementName(property: string): NonNullable<ReturnType<typeof splitIri>> {
  const split = splitIri(property);
  return split && !(split.namespace === vocabularies.rdf && reservedNames.has(split.name))
    ? split
    : fail('EXPORT_NOT_POSSIBLE', { reason: `RDF/XML has no element for the property <${property}>` });
}

function propertyElement(
  { predicate, object }: Quad,
  prefixOf: ReadonlyMap<string, string>,
  escape: EscapeXml,
): string {
  const { namespace, name } = elementName(predicate.value);
  const prefix = prefixOf.get(namespace);
  const tag = prefix === undefined ? `p:${name}` : `${prefix}:${name}`;
  const start = prefix === undefined ? `${tag} xmlns:p="${escape(namespace)}"` : tag;
  if (object.termType !== 'Literal') return `  <${start}${nodeAttribute('resource', object, escape)}/>\n`;
  return `  <${start}${literalAttribute(object, escape)}>${escape(object.value)}</${tag}>\n`;
}

const nodeAttribute = (name: 'about' | 'resource', { termType, value }: Term, escape: EscapeXml): string =>
  termType === 'BlankNode' ? ` rdf:nodeID="${value}"` : ` rdf:${name}="${escape(value)}"`;

function literalAttribute(object: Quad['object'], escape: EscapeXml): string {
  if (object.termType !== 'Literal') return '';
  if (object.language !== '') return ` xml:lang="${object.language}"`;
  return object.datatype.equals(xsd('string')) ? '' : ` rdf:datatype="${escape(object.datatype.value)}"`;
}

/** JSON-LD 1.1: one array of nodes, without prefixes, which JSON-LD would expand in identifiers of other schemes, too. */
export const jsonLdSyntax: RdfSyntax = {
  mediaType: 'application/ld+json',
  extension: 'jsonld',
  async *write(batches, { vocabulary }) {
    yield `{"@context":${JSON.stringify(vocabulary === undefined ? {} : { '@vocab': vocabulary })},"@graph":[`;
    let separator = '';
    for await (const quads of batches) {
      let text = '';
      for (const node of bySubject(quads)) {
        text += `${separator}${JSON.stringify(nodeObject(node, vocabulary))}`;
        separator = ',\n';
      }
      yield text;
    }
    yield ']}\n';
  },
};

function nodeObject(quads: readonly Quad[], vocabulary: string | undefined): JsonObject {
  const properties = Map.groupBy(quads, ({ predicate }) => keyOf(predicate.value, vocabulary));
  return {
    ...(quads[0] && { '@id': idOf(quads[0].subject) }),
    ...Object.fromEntries(
      [...properties].map(([key, found]) => {
        const values = found.map(({ object }) => (key === '@type' ? idOf(object) : valueOf(object)));
        return [key, values.length === 1 ? (values[0] ?? null) : values];
      }),
    ),
  };
}

function keyOf(predicate: string, vocabulary: string | undefined): string {
  if (predicate === `${prefixes.rdf}type`) return '@type';
  const split = splitIri(predicate);
  return split && split.namespace === vocabulary ? split.name : predicate;
}

const idOf = ({ termType, value }: Term): string => (termType === 'BlankNode' ? `_:${value}` : value);

/** A value in JSON-LD. A whole number is a JSON number when JSON writes it with the same digits. */
function valueOf(object: Quad['object']): Json {
  if (object.termType !== 'Literal') return { '@id': idOf(object) };
  const { value, language, datatype } = object;
  if (language !== '') return { '@value': value, '@language': language };
  if (datatype.value === `${prefixes.xsd}string`) return value;
  if (datatype.value === `${prefixes.xsd}integer` && /^(?:0|-?[1-9]\d{0,14})$/.test(value)) return Number(value);
  return { '@value': value, '@type': datatype.value };
}
