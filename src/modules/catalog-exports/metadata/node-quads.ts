import type { NamedNode, Quad } from '@rdfjs/types';
import { encodeIri, isAbsoluteIri, namedNode, quad, rdf, type RdfValue } from '#engine/exports/rdf/terms.ts';

/** A property of a node and its value. */
type Property = readonly [predicate: NamedNode, value: RdfValue];

/** Collects the statements of a node, and of the nodes that it refers to. */
export class NodeQuads {
  readonly #address: string;
  readonly #own: Quad[];
  readonly #others: Quad[] = [];

  constructor(address: string, type: NamedNode) {
    this.#address = address;
    this.#own = describe(namedNode(address), type, []);
  }

  add(predicate: NamedNode, value: RdfValue): void {
    this.#own.push(quad(namedNode(this.#address), predicate, value));
  }

  /** Refers to another node, by its absolute IRI or by a name below this node. */
  refer(predicate: NamedNode, name: string, type: NamedNode, properties: readonly Property[] = []): void {
    const other = namedNode(
      isAbsoluteIri(name) ? encodeIri(name) : `${this.#address}#${encodeURIComponent(name.toWellFormed())}`,
    );
    this.add(predicate, other);
    this.#others.push(...describe(other, type, properties));
  }

  /** The collected statements, grouped by node. */
  quads(): readonly Quad[] {
    return [...this.#own, ...this.#others];
  }
}

const describe = (node: NamedNode, type: NamedNode, properties: readonly Property[]): Quad[] =>
  [[rdf('type'), type] as const, ...properties].map(([predicate, value]) => quad(node, predicate, value));
