import { Parser } from 'n3';
import type { Quad, Term } from '@rdfjs/types';
import { invalid, quoted, unsupported } from './mapping-problem.ts';

/** The vocabularies of mappings. Their terms of the same name have the same meaning. */
const vocabularies: Readonly<Record<string, string>> = {
  'http://www.w3.org/ns/r2rml#': 'rr:',
  'http://semweb.mmlab.be/ns/rml#': 'rml:',
  'http://w3id.org/rml/': 'rml:',
};

/** Properties that say nothing about statements. */
const annotations = new Set([
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#type',
  'http://www.w3.org/2000/01/rdf-schema#label',
  'http://www.w3.org/2000/01/rdf-schema#comment',
]);

/** The name of a term of the vocabularies; undefined for another IRI. */
export function localName(iri: string): string | undefined {
  const namespace = Object.keys(vocabularies).find((each) => iri.startsWith(each));
  return namespace && iri.slice(namespace.length);
}

/** An IRI as a message names it. */
function shortName(iri: string): string {
  const namespace = Object.keys(vocabularies).find((each) => iri.startsWith(each));
  return namespace ? `${vocabularies[namespace] ?? ''}${iri.slice(namespace.length)}` : `<${iri}>`;
}

/** A mapping in Turtle, as nodes with properties. */
export class RmlGraph {
  readonly prefixes: Record<string, string> = {};
  readonly #quads: ReadonlyMap<string, readonly Quad[]>;

  /** Fails INVALID_MAPPING for invalid Turtle. */
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

  /** The nodes that are the subject of a property. */
  nodesWith(...names: readonly string[]): readonly Term[] {
    return [...this.#quads.values()].flatMap((quads) => {
      const [first] = quads;
      return first && quads.some(({ predicate }) => names.includes(localName(predicate.value) ?? ''))
        ? [first.subject]
        : [];
    });
  }

  /** The values of the properties of a node, by name. Fails INVALID_MAPPING for a property that is not `known`, naming it. */
  valuesOf<Name extends string>(node: Term, known: readonly Name[]): (name: Name) => readonly Term[] {
    const quads = this.#quads.get(keyOf(node)) ?? [];
    for (const { predicate } of quads)
      if (!known.some((name) => name === localName(predicate.value)) && !annotations.has(predicate.value))
        unsupported(shortName(predicate.value));
    return (name) => quads.flatMap(({ predicate, object }) => (localName(predicate.value) === name ? [object] : []));
  }

  /** All statements about a node, as a text that is the same for equal nodes. */
  describe(node: Term, depth = 0): string {
    if (node.termType !== 'BlankNode' || depth > maxDepth) return keyOf(node);
    const properties = (this.#quads.get(keyOf(node)) ?? []).map(
      ({ predicate, object }) => `${predicate.value} ${this.describe(object, depth + 1)}`,
    );
    return `[${properties.toSorted().join('; ')}]`;
  }
}

const maxDepth = 5;

/** Identifies a term in its graph. */
export const keyOf = ({ termType, value }: Term): string => `${termType === 'BlankNode' ? '_:' : ''}${value}`;
