import type { Quad, Term } from '@rdfjs/types';
import { fail } from '../../../kernel/fail.ts';
import { escapeXml, hasForbiddenXml } from '../../../kernel/xml.ts';
import type { RdfSyntax } from './rdf-syntax.ts';
import { bySubject, splitIri, xsd } from './terms.ts';

/** RDF 1.1 XML. A predicate must end with an XML name. */
export const rdfXmlSyntax: RdfSyntax = {
  mediaType: 'application/rdf+xml',
  extension: 'rdf',
  async *write(batches, { prefixes }) {
    const prefixOf = new Map(Object.entries(prefixes).map(([prefix, namespace]) => [namespace, prefix]));
    const declarations = Object.entries(prefixes).map(
      ([prefix, namespace]) => ` xmlns:${prefix}="${escapeXml(namespace)}"`,
    );
    yield `<?xml version="1.0" encoding="UTF-8"?>\n<rdf:RDF${declarations.join('')}>\n`;
    let isReplaced = false;
    for await (const quads of batches) {
      isReplaced ||= quads.some(({ object }) => hasForbiddenXml(object.value));
      let text = '';
      for (const [first, ...rest] of bySubject(quads))
        if (first) {
          const properties = [first, ...rest].map((each) => propertyElement(each, prefixOf));
          text += `<rdf:Description${nodeAttribute('about', first.subject)}>\n${properties.join('')}</rdf:Description>\n`;
        }
      yield text;
    }
    yield '</rdf:RDF>\n';
    if (isReplaced)
      yield '<!-- U+FFFD stands for characters that XML cannot contain. Turtle and JSON-LD contain them. -->\n';
  },
};

function propertyElement({ predicate, object }: Quad, prefixOf: ReadonlyMap<string, string>): string {
  const { namespace, name } = splitIri(predicate.value) ?? fail('INTERNAL_ERROR');
  const prefix = prefixOf.get(namespace);
  const tag = prefix === undefined ? `p:${name}` : `${prefix}:${name}`;
  const start = prefix === undefined ? `${tag} xmlns:p="${escapeXml(namespace)}"` : tag;
  if (object.termType !== 'Literal') return `  <${start}${nodeAttribute('resource', object)}/>\n`;
  return `  <${start}${literalAttribute(object)}>${escapeXml(object.value)}</${tag}>\n`;
}

const nodeAttribute = (name: 'about' | 'resource', { termType, value }: Term): string =>
  termType === 'BlankNode' ? ` rdf:nodeID="${value}"` : ` rdf:${name}="${escapeXml(value)}"`;

function literalAttribute(object: Quad['object']): string {
  if (object.termType !== 'Literal') return '';
  if (object.language !== '') return ` xml:lang="${object.language}"`;
  return object.datatype.equals(xsd('string')) ? '' : ` rdf:datatype="${escapeXml(object.datatype.value)}"`;
}
