import type { NamedNode, Quad } from '@rdfjs/types';
import { namedNode } from './data-model.ts';

/**
 * The prefixes of the vocabularies that exports use. No prefix is also a common scheme of IRIs, because Turtle cannot
 * abbreviate statements with such IRIs, like `geo:1,2`.
 */
export const prefixes = Object.freeze({
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
  dct: 'http://purl.org/dc/terms/',
  dcat: 'http://www.w3.org/ns/dcat#',
  dcatap: 'http://data.europa.eu/r5r/',
  foaf: 'http://xmlns.com/foaf/0.1/',
  skos: 'http://www.w3.org/2004/02/skos/core#',
  vcard: 'http://www.w3.org/2006/vcard/ns#',
  dc: 'http://purl.org/dc/elements/1.1/',
  geosparql: 'http://www.opengis.net/ont/geosparql#',
});

/** Creates the function that names the terms of a vocabulary. */
export const vocabulary =
  (namespace: string) =>
  (name: string): NamedNode =>
    namedNode(`${namespace}${name}`);

export const rdf = vocabulary(prefixes.rdf);
export const rdfs = vocabulary(prefixes.rdfs);
export const xsd = vocabulary(prefixes.xsd);
export const dct = vocabulary(prefixes.dct);
export const dcat = vocabulary(prefixes.dcat);
export const dcatap = vocabulary(prefixes.dcatap);
export const foaf = vocabulary(prefixes.foaf);
export const skos = vocabulary(prefixes.skos);
export const vcard = vocabulary(prefixes.vcard);
export const dc = vocabulary(prefixes.dc);
export const geosparql = vocabulary(prefixes.geosparql);

/** Groups the consecutive quads of a batch that have the same subject. */
export function* bySubject(quads: readonly Quad[]): Generator<readonly Quad[]> {
  let start = 0;
  for (let at = 1; at <= quads.length; at += 1) {
    const [first, next] = [quads[start], quads[at]];
    if (first && next?.subject.equals(first.subject)) continue;
    yield quads.slice(start, at);
    start = at;
  }
}

const nameStart =
  'A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}\\u{200D}\\u{2070}-\\u{218F}' +
  '\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}';
const lastName = new RegExp(`[${nameStart}][${nameStart}\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}\\u{2040}]*$`, 'u');

/** The search for a name is quadratic, and values of records may be in an IRI. */
const maxNameLength = 200;

/** Splits an IRI before the XML name at its end; undefined for an IRI that ends with no name. */
export function splitIri(iri: string): { readonly namespace: string; readonly name: string } | undefined {
  const name = lastName.exec(iri.slice(-maxNameLength))?.[0];
  return name === undefined || name === iri ? undefined : { namespace: iri.slice(0, -name.length), name };
}

/**
 * Converts a text to an XML name as SQL/XML maps identifiers (ISO 9075-14): `_x0020_` is a space. Different texts get different names.
 */
export const xmlNameOf = (text: string): string =>
  text.replace(/^[^A-Za-z_]|_(?=x)|[^\w]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `_x${code
      .toString(16)
      .toUpperCase()
      .padStart(code > 0xffff ? 6 : 4, '0')}_`;
  });
