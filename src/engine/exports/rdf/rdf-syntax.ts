import type { Quad } from '@rdfjs/types';

/** The names with which a graph is abbreviated. */
export interface RdfContext {
  /** The namespaces that the file abbreviates, by their prefix. */
  readonly prefixes: Readonly<Record<string, string>>;
  /** The namespace of the properties that JSON-LD writes as plain names. */
  readonly vocabulary?: string;
  /** The properties that are known before the graph is made. A syntax that cannot write one of them fails before the first byte. */
  readonly properties?: readonly string[];
}

/** A syntax of RDF. */
export interface RdfSyntax {
  readonly mediaType: string;
  readonly extension: string;
  /** Writes batches of quads in pieces. The quads of a subject follow each other. */
  write(batches: AsyncIterable<readonly Quad[]>, context: RdfContext): AsyncGenerator<string>;
}
