import type { Token } from 'stream-json/parser.js';
import { canonicalJson } from '#kernel/json.ts';
import { fail } from '#kernel/fail.ts';
import type { Value } from '#engine/records/record.ts';
import { JsonRecordPicker } from '../json/json-record-picker.ts';

const startTokens = new Set<Token['name']>(['startObject', 'startArray']);
const endTokens = new Set<Token['name']>(['endObject', 'endArray']);

/** How the member `crs` of a document is used. */
interface CrsOptions {
  /** False when the parameters name the system, which overrides the system of the file. */
  readonly usesCrsMember: boolean;
  /** The system of the features before any member `crs`; an earlier search found it. */
  readonly initialCrs?: Value;
  /**
   * Whether the picker only looks for a member `crs` after the features of the first document. Otherwise such a member fails the
   * extraction when it changes the system.
   */
  readonly isSearch?: boolean;
}

/**
 * Picks the features from the tokens of GeoJSON documents. Of a collection it returns the elements of `features` one by one. It returns
 * any other document, or element of an array of documents, as a whole. A member `crs` applies to the features after it. To apply a `crs`
 * that follows the features, search the file for it first (`isSearch`), then pass it as `initialCrs`.
 */
export class GeoJsonFeaturePicker {
  readonly #features = new JsonRecordPicker([]);
  readonly #documents = new JsonRecordPicker([]);
  readonly #crsMembers = new JsonRecordPicker(['crs']);
  #depth = 0;
  /** The name of the member being read, at the top of a document. */
  #member = '';
  #isCollection = false;
  #isInFeatures = false;
  #hasFeatures = false;
  #isFirstDocument = true;
  #crs: Value;
  #trailingCrs: Value = null;
  readonly #options: CrsOptions;

  constructor(options: CrsOptions) {
    this.#options = options;
    this.#crs = options.initialCrs ?? null;
  }

  /** The member `crs` that follows the features of the first document; null where there is none. */
  get trailingCrs(): Value {
    return this.#trailingCrs;
  }

  /** The member `crs` that was read last, or the initial one; null when there is none. */
  get crs(): Value {
    return this.#crs;
  }

  /** Whether a feature, or a document that is not a collection, is being read. */
  get isInRecord(): boolean {
    return this.#isInFeatures ? this.#features.isInRecord : this.#documents.isInRecord;
  }

  /** Takes the next token. Returns the value that the token completes: a feature, a geometry, or another value in place of a feature. Undefined for all other tokens. */
  take(token: Token): Value | undefined {
    if (endTokens.has(token.name)) this.#depth--;
    // Only the end of the list itself leaves the features.
    if (this.#isInFeatures && (this.#depth > 1 || token.name !== 'endArray')) {
      if (startTokens.has(token.name)) this.#depth++;
      return this.#noteFeature(this.#features.take(token));
    }
    this.#isInFeatures = false;
    if (token.name === 'keyValue' && this.#depth === 1) this.#member = token.value;
    if (token.name === 'startArray' && this.#depth === 1 && this.#member === 'features') this.#enterFeatures();
    if (startTokens.has(token.name)) this.#depth++;
    this.#takeCrs(this.#crsMembers.take(token));
    return this.#endDocument(this.#documents.take(token));
  }

  /** Fails when there was no document. */
  end(): void {
    this.#documents.end();
  }

  #enterFeatures(): void {
    if (this.#isCollection) fail('EXTRACTION_FAILED', { reason: 'the file has the member features twice' });
    this.#isCollection = true;
    this.#isInFeatures = true;
  }

  /** Records that a feature was found, and returns the feature. */
  #noteFeature(feature: Value | undefined): Value | undefined {
    if (feature !== undefined) this.#hasFeatures = true;
    return feature;
  }

  #takeCrs(crs: Value | undefined): void {
    if (crs === undefined || !this.#options.usesCrsMember) return;
    if (this.#hasFeatures && canonicalJson(crs) !== canonicalJson(this.#crs)) {
      if (this.#options.isSearch === true && this.#isFirstDocument) {
        this.#trailingCrs = crs;
        return;
      }
      fail('EXTRACTION_FAILED', {
        reason: 'a crs member follows features that it changes; give the EPSG code of all in the parameter crs',
      });
    }
    this.#crs = crs;
  }

  /** Ends a document. A collection is not returned, because its features have been returned already. */
  #endDocument(document: Value | undefined): Value | undefined {
    if (document === undefined) return undefined;
    this.#isFirstDocument = false;
    const wasCollection = this.#isCollection;
    this.#isCollection = false;
    this.#member = '';
    return wasCollection ? undefined : this.#noteFeature(document);
  }
}
