import { RdfXmlParser } from 'rdfxml-streaming-parser';
import type { SaxesTagNS } from '@rubensworks/saxes';

const maxDepth = 200;
/** Entities stand for namespaces: a longer one, or many references, would cost more memory than the document has bytes. */
const maxEntityLength = 200;
const maxReferences = 100_000;

/** The parser of RDF/XML with limits of nesting and of entities. It fails for a document that ends early, which the library does not notice. */
export class BoundedRdfXmlParser extends RdfXmlParser {
  #depth = 0;
  #hasRoot = false;
  #hasEntities = false;
  #references = 0;

  override _transform(
    chunk: Buffer | string,
    encoding: BufferEncoding,
    callback: (error?: Error | null, data?: unknown) => void,
  ): void {
    super._transform(chunk, encoding, (error) => {
      // a document without entities of its own refers to the five of XML, which are single characters
      if (this.#hasEntities) this.#references += String(chunk).split('&').length - 1;
      callback(this.#references > maxReferences ? this.newParseError('it refers to entities too often') : error);
    });
  }

  override _flush(callback: (error?: Error | null) => void): void {
    if (this.#depth === 0 && this.#hasRoot) callback();
    else callback(this.newParseError('it ends before its last element does'));
  }

  protected override onTag(tag: SaxesTagNS): void {
    this.#hasRoot = true;
    this.#depth += 1;
    if (this.#depth > maxDepth) throw this.newParseError(`elements are nested more than ${maxDepth} deep`);
    super.onTag(tag);
  }

  protected override onCloseTag(): void {
    this.#depth -= 1;
    super.onCloseTag();
  }

  protected override onDoctype(doctype: string): void {
    const isLong = /<!ENTITY\s[^>]*?["'][^"']*["']/g;
    for (const [entity] of doctype.matchAll(isLong))
      if (entity.length > maxEntityLength || /%|&(?!amp;|lt;|gt;|quot;|apos;|#)|\b(?:SYSTEM|PUBLIC)\b/.test(entity))
        throw this.newParseError('it declares an entity that is not the address of a namespace');
    this.#hasEntities = doctype.includes('<!ENTITY');
    super.onDoctype(doctype);
  }
}
