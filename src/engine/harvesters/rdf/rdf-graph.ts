import type { Quad, Term } from '@rdfjs/types';
import { fail } from '#kernel/fail.ts';

/** The limits of a graph, which is held in memory. */
export interface GraphLimits {
  readonly triples: number;
  /** The characters of all terms. */
  readonly characters: number;
}

const defaultLimits: GraphLimits = { triples: 1_000_000, characters: 256 * 2 ** 20 };

export const rdfType = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';

/** The statements of one RDF document, by subject and property. Named graphs are not told apart. */
export class RdfGraph {
  readonly #limits: GraphLimits;
  readonly #nodes = new Map<string, Map<string, Term[]>>();
  readonly #subjects = new Map<string, Term>();
  #triples = 0;
  #characters = 0;

  constructor(limits: GraphLimits = defaultLimits) {
    this.#limits = limits;
  }

  /** Adds a statement. Fails SOURCE_FAILED beyond the limits. */
  add({ subject, predicate, object }: Quad): void {
    this.#triples += 1;
    this.#characters += subject.value.length + object.value.length;
    if (this.#triples > this.#limits.triples || this.#characters > this.#limits.characters)
      fail('SOURCE_FAILED', {
        reason: `a page of its catalog has more than ${this.#limits.triples} statements or ${this.#limits.characters} characters. Ask for smaller pages.`,
      });
    const key = keyOf(subject);
    let properties = this.#nodes.get(key);
    if (!properties) {
      properties = new Map();
      this.#nodes.set(key, properties);
      this.#subjects.set(key, subject);
    }
    const values = properties.get(predicate.value);
    if (!values) properties.set(predicate.value, [object]);
    else values.push(object);
  }

  /** The values of properties of a node, those of the first property first. */
  objects(node: Term, ...properties: readonly string[]): readonly Term[] {
    const known = this.#nodes.get(keyOf(node));
    return known ? properties.flatMap((property) => known.get(property) ?? []) : [];
  }

  /** Whether anything is said of a node. */
  describes(node: Term): boolean {
    return this.#nodes.has(keyOf(node));
  }

  /** The nodes with one of the given types, in the order of the document. */
  ofType(...types: readonly string[]): readonly Term[] {
    return [...this.#subjects.values()].filter((node) =>
      this.objects(node, rdfType).some(({ value }) => types.includes(value)),
    );
  }

  /** All values of a property, of any node. */
  valuesOf(property: string): readonly Term[] {
    return [...this.#nodes.values()].flatMap((properties) => properties.get(property) ?? []);
  }
}

const keyOf = ({ termType, value }: Term): string => (termType === 'BlankNode' ? `_:${value}` : value);
