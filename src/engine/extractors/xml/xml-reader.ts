import { SaxesParser } from 'saxes';
import { fail } from '#kernel/fail.ts';
import { maxRecordSize } from '../batches/limits.ts';

/** Attributes by name; an object without a prototype. */
export type XmlAttributes = Readonly<Record<string, string>>;

/** The beginning of an element. */
export interface XmlOpening {
  readonly kind: 'open';
  readonly name: string;
  readonly attributes: XmlAttributes;
}

/** An event of an XML document; comments, instructions and the document type are left out. */
export type XmlEvent = XmlOpening | { readonly kind: 'text'; readonly text: string } | { readonly kind: 'close' };

const maxDepth = 200;
/** The maximum length of a name, in characters. Each element builds a path of names: longer names would cost more memory than the document. */
const maxName = 1_000;

/**
 * A reader of XML text in chunks. Entities that the document declares are not expanded, and nothing outside of the
 * document is read. Fails EXTRACTION_FAILED with a line.
 */
export class XmlReader {
  readonly #parser = new SaxesParser<{ xmlns: false }>({ xmlns: false });
  #events: XmlEvent[] = [];
  #depth = 0;
  /** Characters since the parser's last event. */
  #charactersSinceEvent = 0;

  constructor() {
    this.#parser.on('opentag', ({ name, attributes }) => {
      this.#depth++;
      if (this.#depth > maxDepth)
        fail('EXTRACTION_FAILED', { reason: `elements are nested more than ${maxDepth} deep` });
      if (name.length > maxName)
        fail('EXTRACTION_FAILED', {
          reason: `the name of the element at line ${this.line} is longer than ${maxName} characters`,
        });
      this.#emit({ kind: 'open', name, attributes });
    });
    this.#parser.on('closetag', () => {
      this.#depth--;
      this.#emit({ kind: 'close' });
    });
    this.#parser.on('text', (text) => this.#emit({ kind: 'text', text }));
    this.#parser.on('cdata', (text) => this.#emit({ kind: 'text', text }));
  }

  /** The current line, from 1. */
  get line(): number {
    return this.#parser.line;
  }

  /** The events of the next chunk of text. */
  read(text: string): readonly XmlEvent[] {
    this.#charactersSinceEvent += text.length;
    if (this.#charactersSinceEvent > maxRecordSize)
      fail('EXTRACTION_FAILED', {
        reason: `a text or tag at line ${this.line} is larger than ${maxRecordSize} characters`,
      });
    return this.#eventsOf(() => this.#parser.write(text));
  }

  /** The events at the end of the text. Fails when elements are open. */
  end(): readonly XmlEvent[] {
    return this.#eventsOf(() => this.#parser.close());
  }

  #emit(event: XmlEvent): void {
    this.#charactersSinceEvent = 0;
    this.#events.push(event);
  }

  /** The events of the parser during some work. Its failures become EXTRACTION_FAILED. */
  #eventsOf(work: () => unknown): readonly XmlEvent[] {
    this.#events = [];
    try {
      work();
    } catch (error) {
      // The parser's own failures are plain Errors whose messages start with line and column.
      if (error instanceof Error && error.constructor === Error)
        fail('EXTRACTION_FAILED', { reason: `the file is not XML at ${describePosition(error.message)}` });
      throw error;
    }
    return this.#events;
  }
}

/** The parser's message, with its prefix `1:6: ` in words. */
const describePosition = (message: string): string => message.replace(/^(\d+):(\d+): /, 'line $1, column $2: ');
