import { Parser } from 'n3';
import type { Quad, Term } from '@rdfjs/types';
import { invalid, quoted, unsupported } from './mapping-problem.ts';

/** The namespaces of R2RML and of both versions of RML, with their usual prefixes. Terms of the same name mean the same in all of them. */
const vocabularies: Readonly<Record<string, string>> = {
  'http://www.w3.org/ns/r2rml#': 'rr:',
  'http://semweb.mmlab.be/ns/rml#': 'rml:',
  'http://w3id.org/rml/': 'rml:',
};

/** Properties that only annotate a mapping and are ignored. */
const annotations = new Set([
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#type',
  'http://www.w3.org/2000/01/rdf-schema#label',
  'http://www.w3.org/2000/01/rdf-schema#comment',
]);

/** The name of a term of R2RML or RML, without its namespace; undefined for another IRI. */
export function localName(iri: string): string | undefined {
  const namespace = Object.keys(vocabularies).find((each) => iri.startsWith(each));
  return namespace && iri.slice(namespace.length);
}

/** The short form of an IRI for error messages: with a prefix if it is a term of R2RML or RML, otherwise in angle brackets. */
function shortName(iri: string): string {
  const namespace = Object.keys(vocabularies).find((each) => iri.startsWith(each));
  return namespace ? `${vocabularies[namespace] ?? ''}${iri.slice(namespace.length)}` : `<${iri}>`;
}

/** The maximum number of statements that are read while a mapping is followed: nodes may refer to one another many times. */
const maxReads = 100_000;

/** The graph of a mapping in Turtle, read as nodes with properties. */
export class RmlGraph {
  readonly prefixes: Record<string, string> = {};
  readonly #quads: ReadonlyMap<string, readonly Quad[]>;
  #reads = 0;

  /** Parses the mapping. Fails INVALID_MAPPING for invalid Turtle. */
  constructor(turtle: string) {
    this.#quads = Map.groupBy(this.#parse(turtle), ({ subject }) => keyOf(subject));
  }

  #parse(turtle: string): readonly Quad[] {
    try {
      return new Parser({ format: 'text/turtle', baseIRI: 'urn:mapping:' }).parse(turtle, null, (prefix, { value }) => {
        this.prefixes[prefix] = value;
      });
    } catch (error) {
      return invalid(`it is neither Turtle nor YARRRML: ${quoted(error instanceof Error ? error.message : '')}`);
    }
  }

  #statementsOf(node: Term): readonly Quad[] {
    const quads = this.#quads.get(keyOf(node)) ?? [];
    this.#reads += quads.length + 1;
    return this.#reads > maxReads ? invalid('its nodes refer to one another too many times') : quads;
  }

  /** The nodes that have one of the named properties. */
  nodesWith(...names: readonly string[]): readonly Term[] {
    return [...this.#quads.values()].flatMap((quads) => {
      const [first] = quads;
      return first && quads.some(({ predicate }) => names.includes(localName(predicate.value) ?? ''))
        ? [first.subject]
        : [];
    });
  }

  /** Returns a function for the values of a property of a node, by the name of the property. Fails INVALID_MAPPING, with the name in the message, if the node has a property that is not `known`. */
  valuesOf<Name extends string>(node: Term, known: readonly Name[]): (name: Name) => readonly Term[] {
    const quads = this.#statementsOf(node);
    for (const { predicate } of quads)
      if (!known.some((name) => name === localName(predicate.value)) && !annotations.has(predicate.value))
        unsupported(shortName(predicate.value));
    return (name) => quads.flatMap(({ predicate, object }) => (localName(predicate.value) === name ? [object] : []));
  }

  /** Describes a node by all statements about it, as a text that is the same for equal nodes. */
  describe(node: Term, depth = 0): string {
    if (node.termType !== 'BlankNode' || depth > maxDepth) return keyOf(node);
    const properties = this.#statementsOf(node).map(
      ({ predicate, object }) => `${predicate.value} ${this.describe(object, depth + 1)}`,
    );
    return `[${properties.toSorted().join('; ')}]`;
  }
}

/** The maximum depth of blank nodes in the description of a node. */
const maxDepth = 5;

/** A text that identifies a node in its graph. */
export const keyOf = ({ termType, value }: Term): string => `${termType === 'BlankNode' ? '_:' : ''}${value}`;
