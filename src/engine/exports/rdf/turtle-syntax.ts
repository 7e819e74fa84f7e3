import type { Quad } from '@rdfjs/types';
import type { RdfSyntax } from './rdf-syntax.ts';
import { rdf } from './terms.ts';

/** Turtle, which is valid Notation3 as well. */
export const turtleSyntax: RdfSyntax = {
  mediaType: 'text/turtle',
  extension: 'ttl',
  async *write(batches, { prefixes }) {
    const { Writer } = await import('n3');
    let text = '';
    const writer = new Writer(
      {
        write(piece: string, _encoding: string, done?: () => void) {
          text += piece;
          done?.();
        },
        end: (done?: () => void) => done?.(),
      },
      { prefixes },
    );
    const triples = new Writer({ format: 'N-Triples' });
    const names = new Set(Object.keys(prefixes));
    for await (const quads of batches) {
      for (const each of quads)
        if (!hasAmbiguousIri(each, names)) writer.addQuad(each);
        else {
          // A declaration ends the statement that the writer has begun.
          writer.addPrefix('rdf', rdf(''));
          text += triples.quadToString(each.subject, each.predicate, each.object);
        }
      yield text;
      text = '';
    }
    writer.end();
    yield text;
  },
};

/**
 * Whether the scheme of an IRI is also the name of a prefix. The writer takes such an IRI, like `ex:1`, for a prefixed name, which
 * is another IRI; a triple of N-Triples is valid Turtle and has no prefixed names.
 */
const hasAmbiguousIri = ({ subject, predicate, object }: Quad, prefixes: ReadonlySet<string>): boolean =>
  [subject, predicate, object, object.termType === 'Literal' ? object.datatype : undefined].some(
    (term) => term?.termType === 'NamedNode' && prefixes.has(term.value.slice(0, term.value.indexOf(':'))),
  );
