import type { Quad } from '@rdfjs/types';
import { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { CatalogError, fail } from '#kernel/fail.ts';
import { truncate } from '#kernel/text.ts';
import { decodeBody } from '../decode-text.ts';
import { type HarvestSource, shortUrl, type SourceRequest } from '../harvest-source.ts';
import { type LoadContext, parseJsonLd } from './parse-json-ld.ts';
import { RdfGraph } from './rdf-graph.ts';
import { acceptedRdf, detectSyntax, type RdfSyntax } from './rdf-syntax.ts';

/** One RDF document of a catalog. */
export interface RdfPage {
  readonly graph: RdfGraph;
  /** The address after all redirects. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Why the document cannot be read: `graph` is empty then, because the parts of a dataset may be far apart. */
  readonly problem?: string;
}

/** The most bytes of JSON-LD, which is held in memory as a whole. */
const maxJsonBytes = 64 * 2 ** 20;

/** Reads an RDF document as it arrives. Fails SOURCE_FAILED and SOURCE_REFUSED where there is none, or where it exceeds the limits of a graph. */
export async function readRdf(
  source: HarvestSource,
  url: string,
  loadContext: LoadContext,
  request: SourceRequest = {},
): Promise<RdfPage> {
  const {
    body,
    headers,
    url: finalUrl,
    mimetype,
  } = await source.open(url, { ...request, headers: { accept: acceptedRdf, ...request.headers } });
  const graph = new RdfGraph();
  const page = { graph, url: finalUrl, headers };
  try {
    const { beginning, chunks } = await decodeBody(body, headers['content-type']);
    const syntax = detectSyntax(beginning, mimetype);
    if (syntax === undefined || syntax === 'page') return failUnknown(finalUrl, syntax);
    await parse(syntax, chunks, graph, finalUrl, loadContext);
    return page;
  } catch (error) {
    if (body.errored) throw body.errored;
    if (error instanceof SyntaxFailure)
      return {
        ...page,
        graph: new RdfGraph(),
        problem: `${shortUrl(finalUrl)} is not valid ${error.message.replace(/[.]+$/, '')}`,
      };
    throw error;
  } finally {
    body.destroy();
  }
}

const failUnknown = (url: string, found: 'page' | undefined): never =>
  fail('SOURCE_FAILED', {
    reason: `${shortUrl(url)} answered with ${found === 'page' ? 'a page' : 'something else'} in place of RDF. Give the address of the catalog in RDF/XML, Turtle or JSON-LD.`,
  });

const names: Readonly<Record<RdfSyntax, string>> = { turtle: 'Turtle', 'rdf-xml': 'RDF/XML', 'json-ld': 'JSON-LD' };

/** A document that breaks the rules of its syntax. The message names the syntax and the place. */
class SyntaxFailure extends Error {}

async function parse(
  syntax: RdfSyntax,
  chunks: AsyncIterable<string>,
  graph: RdfGraph,
  baseIri: string,
  loadContext: LoadContext,
): Promise<void> {
  const collect = async (quads: AsyncIterable<Quad>): Promise<void> => {
    for await (const quad of quads) graph.add(quad);
  };
  try {
    if (syntax === 'json-ld') await collect(parseJsonLd(await readJson(chunks), baseIri, loadContext));
    else await pipeline(Readable.from(inPieces(chunks)), await createParser(syntax, baseIri), collect);
  } catch (error) {
    if (error instanceof CatalogError || !(error instanceof Error)) throw error;
    throw new SyntaxFailure(`${names[syntax]}: ${truncate(error.message, 300)}`);
  }
}

/** The characters that are parsed at once: a parser begins an unfinished text anew with each piece. */
const pieceLength = 2 ** 20;

async function* inPieces(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = '';
  for await (const chunk of chunks) {
    piece += chunk;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

const createParser = async (syntax: 'turtle' | 'rdf-xml', baseIRI: string) =>
  syntax === 'turtle'
    ? new (await import('n3')).StreamParser({ baseIRI })
    : new (await import('./rdf-xml-parser.ts')).BoundedRdfXmlParser({ baseIRI, validateUri: false });

async function readJson(chunks: AsyncIterable<string>): Promise<string> {
  let bytes = 0;
  async function* bounded(): AsyncGenerator<string> {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > maxJsonBytes)
        fail('SOURCE_FAILED', { reason: `a page of JSON-LD has more than ${maxJsonBytes} characters. Use Turtle.` });
      yield chunk;
    }
  }
  return readText(Readable.from(bounded()));
}
