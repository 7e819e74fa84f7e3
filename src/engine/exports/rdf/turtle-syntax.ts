import { Writer } from 'n3';
import type { RdfSyntax } from './rdf-syntax.ts';

/** Turtle, which is valid Notation3 as well. */
export const turtleSyntax: RdfSyntax = {
  mediaType: 'text/turtle',
  extension: 'ttl',
  async *write(batches, { prefixes }) {
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
    for await (const quads of batches) {
      writer.addQuads([...quads]);
      yield text;
      text = '';
    }
    writer.end();
    yield text;
  },
};
