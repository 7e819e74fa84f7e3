import { SaxesParser } from 'saxes';
import { fail } from '#kernel/fail.ts';
import { maxRecordSize } from '../batches.ts';
import type { Readable } from 'node:stream';
import {
  decodeStream,
  type DecodingLosses,
  detectUnicode,
  isSupportedEncoding,
} from '#engine/encodings/text-encoding.ts';
import { peekBytes } from '#engine/archives/packed-format.ts';

/** Attributes by name; an object without a prototype. */
type XmlAttributes = Readonly<Record<string, string>>;

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

/** Reads XML in chunks, without expanding entities or reading anything else. Fails EXTRACTION_FAILED with a line. */
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

/** The events of an XML document in batches, as its content arrives. */
export async function* readXmlEvents(content: Readable, losses?: DecodingLosses): AsyncGenerator<readonly XmlEvent[]> {
  const reader = new XmlReader();
  try {
    for await (const text of decodeXml(content, losses)) yield reader.read(text);
    yield reader.end();
  } finally {
    content.destroy();
  }
}

/** A name without its prefix. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** The value of an attribute by its local name. An attribute without a prefix is preferred to those with one. */
export function attributeOf({ attributes }: XmlOpening, localName: string): string | undefined {
  const value = attributes[localName];
  if (value !== undefined) return value;
  for (const name in attributes) {
    if (name.endsWith(`:${localName}`)) return attributes[name];
  }
  return undefined;
}

/** An element with its content. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: XmlAttributes;
  readonly children: XmlElement[];
  /** The text of the element itself, including the text between its children. */
  text: string;
}

/** The maximum number of elements and attributes of one record. */
const maxParts = 200_000;

/** Picks the elements that are records from a document. A record inside a record is a part of the outer one. */
export class XmlElementPicker {
  readonly #isRecord: (path: readonly string[]) => boolean;
  /** The names of the open elements around records. */
  readonly #path: string[] = [];
  /** The open elements of the record being read. */
  readonly #open: XmlElement[] = [];
  /** The number of elements and attributes of the record being read. */
  #parts = 0;

  /** `isRecord` receives the names of the open elements, from the document element. */
  constructor(isRecord: (path: readonly string[]) => boolean) {
    this.#isRecord = isRecord;
  }

  /** Whether a record is being read. */
  get isInRecord(): boolean {
    return this.#open.length > 0;
  }

  /** Takes the next event. Returns an element when it completes a record, else undefined. */
  take(event: XmlEvent): XmlElement | undefined {
    if (event.kind === 'open') this.#start(event);
    else if (event.kind === 'text') this.#add(event.text);
    else return this.#end();
    return undefined;
  }

  #start({ name, attributes }: XmlOpening): void {
    this.#path.push(name);
    const parent = this.#open.at(-1);
    if (!parent && !this.#isRecord(this.#path)) return;
    this.#parts = parent ? this.#parts + 1 + Object.keys(attributes).length : 0;
    if (this.#parts > maxParts)
      fail('EXTRACTION_FAILED', { reason: `a record has more than ${maxParts} elements and attributes` });
    const element = { name, attributes, children: [], text: '' };
    parent?.children.push(element);
    this.#open.push(element);
  }

  #add(text: string): void {
    const element = this.#open.at(-1);
    if (element) element.text += text;
  }

  #end(): XmlElement | undefined {
    this.#path.pop();
    const element = this.#open.pop();
    return element && this.#open.length === 0 ? element : undefined;
  }
}

/** Detects the encoding of XML by its first bytes or its declaration (XML 1.0, appendix F). Fails EXTRACTION_FAILED. */
export function detectXmlEncoding(beginning: Buffer): string {
  const unicode = detectUnicode(beginning);
  if (unicode !== 'utf-8') return unicode;
  const [, declared = 'utf-8'] =
    /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(beginning.toString('latin1')) ??
    [];
  // The declaration was read as one byte per character, so the encoding cannot be UTF-16 or UTF-32.
  if (/^(utf-?16|ucs-?2|utf-?32)/i.test(declared)) return 'utf-8';
  return isSupportedEncoding(declared)
    ? declared
    : fail('EXTRACTION_FAILED', {
        reason: `the file declares the encoding ${declared}, which is not supported; use utf-8`,
      });
}

/** XML content as text, without its byte-order mark. */
export async function* decodeXml(content: Readable, losses?: DecodingLosses): AsyncGenerator<string> {
  yield* decodeStream(content, detectXmlEncoding(await peekBytes(content)), losses);
}
