import type { Token } from 'stream-json/parser.js';
import { canonicalText } from '../../kernel/json.ts';
import { fail } from '../../kernel/fail.ts';
import type { Value } from '../row.ts';
import { JsonRecords } from './json-records.ts';

const starts = new Set<Token['name']>(['startObject', 'startArray']);
const ends = new Set<Token['name']>(['endObject', 'endArray']);

/**
 * Picks the features out of the tokens of documents: the elements of a collection's `features`, one by one, and every
 * other document, or element of an array of documents, as a whole. A `crs` counts for the features after it.
 */
export class GeoJsonRecords {
  readonly #features = new JsonRecords([]);
  readonly #documents = new JsonRecords([]);
  readonly #crsMembers = new JsonRecords(['crs']);
  #depth = 0;
  /** The name of the member being read, at the top of a document. */
  #member = '';
  #isCollection = false;
  #isInFeatures = false;
  #wasFound = false;
  #crs: Value = null;
  readonly #crsCounts: boolean;

  /** `crsCounts` unless the system is known already, whatever the file says. */
  constructor(crsCounts: boolean) {
    this.#crsCounts = crsCounts;
  }

  /** The member `crs` that was read last; null as long as there is none. */
  get crs(): Value {
    return this.#crs;
  }

  /** Whether a feature, or a document without a list of features, is being read. */
  get isInRecord(): boolean {
    return this.#isInFeatures ? this.#features.isInRecord : this.#documents.isInRecord;
  }

  /** Takes the next token; a value when it completes a feature, a geometry or whatever else stands for one, else undefined. */
  take(token: Token): Value | undefined {
    if (ends.has(token.name)) this.#depth--;
    if (this.#isInFeatures && (this.#depth > 1 || token.name !== 'endArray')) {
      if (starts.has(token.name)) this.#depth++;
      return this.#found(this.#features.take(token));
    }
    this.#isInFeatures = false;
    if (token.name === 'keyValue' && this.#depth === 1) this.#member = token.value;
    if (token.name === 'startArray' && this.#depth === 1 && this.#member === 'features') this.#enterFeatures();
    if (starts.has(token.name)) this.#depth++;
    this.#takeCrs(this.#crsMembers.take(token));
    return this.#endOf(this.#documents.take(token));
  }

  /** Fails when there was nothing to read. */
  end(): void {
    this.#documents.end();
  }

  #enterFeatures(): void {
    if (this.#isCollection) fail('EXTRACTION_FAILED', { reason: 'the file has the member features twice' });
    this.#isCollection = true;
    this.#isInFeatures = true;
  }

  #found(feature: Value | undefined): Value | undefined {
    if (feature !== undefined) this.#wasFound = true;
    return feature;
  }

  #takeCrs(crs: Value | undefined): void {
    if (crs === undefined || !this.#crsCounts) return;
    if (this.#wasFound && canonicalText(crs) !== canonicalText(this.#crs)) {
      fail('EXTRACTION_FAILED', { reason: 'a crs member follows features that it changes; give the EPSG code of all in the parameter crs' });
    }
    this.#crs = crs;
  }

  /** What is left of a collection when its features have been given on is nothing to give on. */
  #endOf(document: Value | undefined): Value | undefined {
    if (document === undefined) return undefined;
    const wasCollection = this.#isCollection;
    this.#isCollection = false;
    this.#member = '';
    return wasCollection ? undefined : this.#found(document);
  }
}
