import type { Quad, Term } from '@rdfjs/types';
import { fail } from '#kernel/fail.ts';
import { ExportNotes } from '../export-notes.ts';
import { createXmlEscape, xmlComments, type EscapeXml } from '../xml-text.ts';
import type { RdfSyntax } from './rdf-syntax.ts';
import { bySubject, prefixes as vocabularies, splitIri, xsd } from './terms.ts';

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
