import type { Quad } from '@rdfjs/types';
import { Readable } from 'node:stream';
import { isJsonObject, type JsonObject, parseJson } from '#kernel/json.ts';

/** Loads a remote context of JSON-LD. */
export type LoadContext = (url: string) => Promise<JsonObject>;

const maxDepth = 100;
/** How much text is parsed before others get a turn, in characters. */
const chunkLength = 65_536;

/** The statements of JSON-LD. Fails with the message of the parser, or as `loadContext` does. */
export async function* parseJsonLd(text: string, baseIRI: string, loadContext: LoadContext): AsyncGenerator<Quad> {
  checkDepth(parseJson(text));
  const { JsonLdParser } = await import('jsonld-streaming-parser');
  const parser = new JsonLdParser({ baseIRI, documentLoader: { load: loadContext } });
  function* chunks(): Generator<string> {
    for (let start = 0; start < text.length; start += chunkLength) yield text.slice(start, start + chunkLength);
  }
  // the parser emits the errors of its input on its own
  const quads: AsyncIterable<Quad> = Readable.from(chunks()).pipe(parser);
  yield* quads;
}

/** Fails for JSON that is nested too deeply. */
function checkDepth(value: unknown): void {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) throw new Error(`objects are nested more than ${maxDepth} deep`);
    level = level.flatMap((each) => {
      if (Array.isArray(each)) return each as unknown[];
      return isJsonObject(each) ? Object.values(each) : [];
    });
  }
}
