import type { Token } from 'stream-json/parser.js';
import { canonicalJson } from '../../../kernel/json.ts';
import { fail } from '../../../kernel/fail.ts';
import type { Value } from '../../records/record.ts';
import { JsonRecordPicker } from '../json/json-record-picker.ts';

const starts = new Set<Token['name']>(['startObject', 'startArray']);
const ends = new Set<Token['name']>(['endObject', 'endArray']);

/** How the member `crs` of a document is treated. */
interface CrsRule {
  /** False where the parameters name the system, whatever the file declares. */
  readonly counts: boolean;
  /** The system of the first features, where the file was searched before. */
  readonly known?: Value;
  /** Whether the file is only searched for the member. */
  readonly looksFurther?: boolean;
}

/**
 * Picks the features out of the tokens of documents: the elements of a collection's `features`, one by one, and every
 * other document, or element of an array of documents, as a whole. A `crs` counts for the features after it, unless they
 * are read with the one that follows them.
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
  #wasFound = false;
  #isFirstDocument = true;
  #crs: Value;
  #following: Value = null;
  readonly #rule: CrsRule;

  constructor(rule: CrsRule) {
    this.#rule = rule;
    this.#crs = rule.known ?? null;
  }

  /** The member `crs` that follows the features of the first document; null where there is none. */
  get following(): Value {
    return this.#following;
  }

  /** The member `crs` that was read last or known before; null without one. */
  get crs(): Value {
    return this.#crs;
  }

  /** Whether a feature, or a document without a list of features, is being read. */
  get isInRecord(): boolean {
    return this.#isInFeatures ? this.#features.isInRecord : this.#documents.isInRecord;
  }

  /** Takes the next token. Returns a value when it completes a feature, a geometry or another value in place of one, else undefined. */
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

  /** Fails when there was no document. */
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
    if (crs === undefined || !this.#rule.counts) return;
    if (this.#wasFound && canonicalJson(crs) !== canonicalJson(this.#crs)) {
      if (this.#rule.looksFurther === true && this.#isFirstDocument) {
        this.#following = crs;
        return;
      }
      fail('EXTRACTION_FAILED', {
        reason: 'a crs member follows features that it changes; give the EPSG code of all in the parameter crs',
      });
    }
    this.#crs = crs;
  }

  /** The end of a document. A collection yields nothing itself: its features have been yielded. */
  #endOf(document: Value | undefined): Value | undefined {
    if (document === undefined) return undefined;
    this.#isFirstDocument = false;
    const wasCollection = this.#isCollection;
    this.#isCollection = false;
    this.#member = '';
    return wasCollection ? undefined : this.#found(document);
  }
}
