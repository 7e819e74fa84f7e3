import type { BlankNode, DefaultGraph, Literal, NamedNode, Quad, Term } from '@rdfjs/types';

/** The prefixes of the vocabularies; none is a common scheme of IRIs, because Turtle cannot abbreviate such IRIs. */
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
const vocabulary =
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

/*
 * Terms and statements in the data model of RDF/JS. The module `n3` has them too, but takes long to load, and every start would load it.
 */

/** The object of a statement. */
export type RdfValue = NamedNode | BlankNode | Literal;

type OtherTerm = Term | null | undefined;

export const namedNode = (iri: string): NamedNode => ({
  termType: 'NamedNode',
  value: iri,
  equals: (other: OtherTerm) => other?.termType === 'NamedNode' && other.value === iri,
});

export const blankNode = (label: string): BlankNode => ({
  termType: 'BlankNode',
  value: label,
  equals: (other: OtherTerm) => other?.termType === 'BlankNode' && other.value === label,
});

const defaultGraph: DefaultGraph = Object.freeze({
  termType: 'DefaultGraph',
  value: '',
  equals: (other: OtherTerm) => other?.termType === 'DefaultGraph',
});

const stringType = namedNode('http://www.w3.org/2001/XMLSchema#string');
const languageType = namedNode('http://www.w3.org/1999/02/22-rdf-syntax-ns#langString');

/** A literal: a text, or a value of a datatype, or a text in a language. */
export function literal(text: string, type: NamedNode | string = stringType): Literal {
  const language = typeof type === 'string' ? type.toLowerCase() : '';
  const datatype = typeof type === 'string' ? languageType : type;
  return {
    termType: 'Literal',
    value: text,
    language,
    datatype,
    equals: (other: OtherTerm) =>
      other?.termType === 'Literal' &&
      other.value === text &&
      other.language === language &&
      other.datatype.value === datatype.value,
  };
}

/** A statement of the default graph. */
export const quad = (subject: NamedNode | BlankNode, predicate: NamedNode, object: RdfValue): Quad => ({
  ...{ termType: 'Quad', value: '', subject, predicate, object, graph: defaultGraph },
  equals: (other: OtherTerm) =>
    other?.termType === 'Quad' &&
    subject.equals(other.subject) &&
    predicate.equals(other.predicate) &&
    object.equals(other.object) &&
    defaultGraph.equals(other.graph),
});

/** Matches what an IRI cannot contain: white space, delimiters, brackets, and a `%` that encodes no byte. Matches an IP address in brackets too, the one place where brackets are valid; `encodeIri` keeps it. */
const notInIris = /(?<=^\w+:\/\/)\[[\da-f:.]+\]|[\p{Cc}\p{Zs}<>"{}|\\^`[\]]|%(?![\da-f]{2})/giu;

/** Percent-encodes the characters that an IRI cannot contain, such as spaces, and a second `#`. */
export function encodeIri(text: string): string {
  const encoded = text
    .toWellFormed()
    .replace(notInIris, (found) => (found.startsWith('[') && found !== '[' ? found : encodeURIComponent(found)));
  const [start = '', ...fragments] = encoded.split('#');
  return fragments.length === 0 ? start : `${start}#${fragments.join('%23')}`;
}

/** Percent-encodes all characters of a text but those that RFC 3987 calls unreserved, so that the text becomes one part of an IRI. */
export const encodeIriPart = (text: string): string =>
  text
    .toWellFormed()
    .replace(/(?![\w.~-])[\0-\x7F]|[\p{Z}\p{C}]/gu, (character) =>
      Buffer.from(character).toString('hex').toUpperCase().replace(/../g, '%$&'),
    );

/** An authority (RFC 3987): a user, a host and a port. */
const authority = /^[^:]*:\/\/(?:[^/?#@[\]]*@)?(?:\[[\da-f:.]+\]|[^/?#@:[\]]*)(?::\d*)?(?:[/?#]|$)/i;

/** Whether a text is an absolute IRI as readers check it: one with an authority must have a valid one. */
export const isValidIri = (text: string): boolean =>
  isAbsoluteIri(text) && (!/^[^:]*:\/\//.test(text) || (authority.test(text) && URL.canParse(text)));

/** Whether a text is an absolute IRI, perhaps with characters that `encodeIri` encodes. After the scheme comes no blank: `Culture: art` is a title. */
export const isAbsoluteIri = (text: string): boolean => /^[a-z][a-z0-9+.-]*:\S/i.test(text);
