import type { Quad, Term } from '@rdfjs/types';
import { fail } from '../../../kernel/fail.ts';
import { ExportNotes } from '../export-notes.ts';
import { createXmlEscape, xmlComments, type EscapeXml } from '../xml-text.ts';
import type { RdfSyntax } from './rdf-syntax.ts';
import { bySubject, splitIri, xsd } from './terms.ts';

/** RDF 1.1 XML. A predicate must end with an XML name. */
export const rdfXmlSyntax: RdfSyntax = {
  mediaType: 'application/rdf+xml',
  extension: 'rdf',
  async *write(batches, { prefixes }) {
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

function propertyElement(
  { predicate, object }: Quad,
  prefixOf: ReadonlyMap<string, string>,
  escape: EscapeXml,
): string {
  const { namespace, name } = splitIri(predicate.value) ?? fail('INTERNAL_ERROR');
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
