import type { Quad, Term } from '@rdfjs/types';
import type { Json, JsonObject } from '#kernel/json.ts';
import type { RdfSyntax } from './rdf-syntax.ts';
import { bySubject, prefixes, splitIri } from './terms.ts';

/**
 * JSON-LD 1.1: one array of nodes. The context has no prefixes, because JSON-LD would expand them in the identifiers of other
 * schemes, too (`geo:48.85,2.35`).
 */
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
