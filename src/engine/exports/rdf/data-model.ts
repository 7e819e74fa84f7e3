import type { BlankNode, DefaultGraph, Literal, NamedNode, Quad, Term } from '@rdfjs/types';

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
