import type { Readable } from 'node:stream';
import { fail } from '#kernel/fail.ts';
import type { TemporaryFile } from '#platform/storage/temporary-file.ts';
import { peekBytes } from '#engine/archives/packed-format.ts';
import { checkCrs, crsParameter, nameInCrsMember, projectionOfName } from '#engine/geo/coordinate-systems.ts';
import { type Feature, FeatureRecords } from '#engine/geo/feature-records.ts';
import { isGeometryType } from '#engine/geo/checked-geometry.ts';
import type { ParamsOf } from '#engine/parameters.ts';
import { type DataRecord, isRecord, type Value } from '#engine/records/record.ts';
import { writeTemporaryFile } from '#engine/datasource/datasource.ts';
import { extractFilename, withFilename } from '../extraction.ts';
import { defineExtractor, type Extraction, type Sample } from '../extractor.ts';
import { readJsonBatches } from '../json/json-batches.ts';
import { readFirstObject } from '../json/json-guess.ts';
import type { Token } from 'stream-json/parser.js';
import { canonicalJson } from '#kernel/json.ts';
import { JsonRecordPicker } from '../json/read-json-records.ts';

const parameters = [crsParameter, extractFilename] as const;

type GeoJsonParams = ParamsOf<typeof parameters>;

/** The features in a value; null for a value that is not a feature. */
function* featuresIn(value: Value): Generator<Feature | null> {
  if (!isRecord(value)) yield null;
  else if (Array.isArray(value['features'])) for (const part of value['features']) yield* featuresIn(part);
  else if (isGeometryType(value['type'])) yield { properties: {}, geometry: value };
  else if (value['type'] === 'Feature' || 'geometry' in value) {
    const { id = null, properties, geometry = null } = value;
    yield { id, properties: isRecord(properties) ? properties : {}, geometry };
  } else yield null;
}

const notAFeature = 'This is neither a GeoJSON feature nor a geometry.';

/** Matches a member `crs` before the features, where most programs write it. */
const crsBeforeFeatures = /^(?:(?!"features")[^])*"crs"\s*:/;

/**
 * Extracts the features. When no member `crs` precedes the features, the last `endLength` bytes of the file are searched for one first. A
 * `crs` that follows the features farther from the end fails the extraction if it changes the system.
 */
async function* extract(
  content: Readable,
  params: GeoJsonParams,
  extraction: Extraction,
): AsyncGenerator<DataRecord[]> {
  const requestedCrs = params.crs === '' ? undefined : params.crs;
  if (requestedCrs !== undefined || crsBeforeFeatures.test((await peekBytes(content)).toString('latin1'))) {
    yield* extractRecords(
      content,
      new GeoJsonFeaturePicker({ usesCrsMember: requestedCrs === undefined }),
      params,
      extraction,
    );
    return;
  }
  const file = await writeTemporaryFile(content);
  try {
    yield* extractRecords(
      file.openStream(),
      new GeoJsonFeaturePicker({ usesCrsMember: true, initialCrs: await findTrailingCrs(file) }),
      params,
      extraction,
    );
  } finally {
    await file.close();
  }
}

/** The number of bytes at the end of a file that are searched for members after the features. */
const endLength = 64 * 1024;

/** The member `crs` that follows the features; null where there is none. */
async function findTrailingCrs(file: TemporaryFile): Promise<Value> {
  const end = await file.read(Math.max(0, file.size - endLength), endLength);
  if (!end.includes('"crs"')) return null;
  const picker = new GeoJsonFeaturePicker({ usesCrsMember: true, isSearch: true });
  for await (const _batch of readJsonBatches(file.openStream(), picker, () => null));
  return picker.trailingCrs;
}

async function* extractRecords(
  content: Readable,
  picker: GeoJsonFeaturePicker,
  params: GeoJsonParams,
  { filename, columns, report, losses }: Extraction,
): AsyncGenerator<DataRecord[]> {
  columns.typeByValue();
  let featureRecords: FeatureRecords | undefined;
  let isGeoJson = false;
  let crs: Value = null;
  for await (const batch of readJsonBatches(content, picker, (value) => value, losses)) {
    if (!featureRecords || crs !== picker.crs) {
      crs = picker.crs;
      featureRecords = new FeatureRecords(
        columns,
        report,
        projectionOfName(params.crs === '' ? nameInCrsMember(crs) : params.crs),
      );
    }
    const converted: DataRecord[] = [];
    for (const value of batch) {
      for (const feature of featuresIn(value)) {
        isGeoJson ||= feature !== null;
        converted.push(feature ? featureRecords.record(feature) : featureRecords.invalidRecord(notAFeature));
      }
    }
    if (!isGeoJson) fail('EXTRACTION_FAILED', { reason: 'the file holds no GeoJSON features' });
    yield withFilename(converted, params.extract_filename, filename, columns);
  }
}

/** How likely the sample is GeoJSON: by its `type`, and by members that other JSON rarely has together with this type. */
function confidence(sample: Sample): number {
  const { type, names } = readFirstObject(sample) ?? {};
  return typicalMembers(type).some((name) => names?.has(name)) ? 0.98 : 0;
}

/** The members of which a GeoJSON object of a type has at least one. */
function typicalMembers(type: string | undefined): readonly string[] {
  if (type === 'FeatureCollection') return ['type'];
  if (type === 'Feature') return ['geometry', 'properties'];
  return isGeometryType(type) ? ['coordinates', 'geometries'] : [];
}

/** GeoJSON (RFC 7946): a collection of features, or features and geometries one after another (RFC 8142 or line by line). */
export const geojsonfile = defineExtractor({
  type: 'geojsonfile',
  label: 'GeoJSON file',
  parameters,
  extensions: ['geojson', 'geojsonl', 'geojsons', 'json'],
  content: 'json',
  confidence,
  guess: () => ({ crs: '', extract_filename: false }),
  check: checkCrs,
  extract,
});

const startTokens = new Set<Token['name']>(['startObject', 'startArray']);
const endTokens = new Set<Token['name']>(['endObject', 'endArray']);

/** How the member `crs` of a document is used. */
interface CrsOptions {
  /** False when the parameters name the system, which overrides the system of the file. */
  readonly usesCrsMember: boolean;
  /** The system of the features before any member `crs`; an earlier search found it. */
  readonly initialCrs?: Value;
  /** Whether only a member `crs` after the features is looked for. Otherwise one that changes the system fails the extraction. */
  readonly isSearch?: boolean;
}

/**
 * Picks the features from the tokens of GeoJSON documents. Of a collection it returns the elements of `features` one by one. It returns
 * any other document, or element of an array of documents, as a whole. A member `crs` applies to the features after it. To apply a `crs`
 * that follows the features, search the file for it first (`isSearch`), then pass it as `initialCrs`.
 */
class GeoJsonFeaturePicker {
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
