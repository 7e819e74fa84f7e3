import type { Readable } from 'node:stream';
import { fail } from '#kernel/fail.ts';
import type { TemporaryFile } from '#platform/storage/temporary-file.ts';
import { peekBytes } from '#engine/archives/detect-compression.ts';
import { nameInCrsMember, projectionOfName } from '#engine/geo/coordinate-systems.ts';
import { checkCrs, crsParameter } from '#engine/geo/crs-parameter.ts';
import { FeatureRecords, type Feature } from '#engine/geo/feature-records.ts';
import { isGeometryType } from '#engine/geo/checked-geometry.ts';
import type { ParamsOf } from '#engine/parameters/parameter.ts';
import { isRecord, type DataRecord, type Value } from '#engine/records/record.ts';
import { writeTemporaryFile } from '#engine/datasource/temporary-file.ts';
import { extractFilename, withFilename } from '../extraction/filename-parameter.ts';
import { defineExtractor, type Extraction, type Sample } from '../extractor.ts';
import { GeoJsonFeaturePicker } from './geojson-feature-picker.ts';
import { readJsonBatches } from '../json/json-batches.ts';
import { readFirstObject } from '../json/first-object.ts';

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
