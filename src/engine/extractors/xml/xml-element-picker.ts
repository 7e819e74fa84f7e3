import { fail } from '#kernel/fail.ts';
import type { XmlAttributes, XmlEvent, XmlOpening } from './xml-reader.ts';

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
