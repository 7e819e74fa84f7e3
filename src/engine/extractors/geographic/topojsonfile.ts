import type { Readable } from 'node:stream';
import { fail } from '#kernel/fail.ts';
import { ArcStore } from '#engine/geo/arc-store.ts';
import { projectionOfName } from '#engine/geo/coordinate-systems.ts';
import { checkCrs, crsParameter } from '#engine/geo/crs-parameter.ts';
import { FeatureRecords } from '#engine/geo/feature-records.ts';
import { GeometryConverter, toTransform } from '#engine/geo/topology.ts';
import type { ParamsOf } from '#engine/parameters/parameter.ts';
import { isRecord, type DataRecord, type Value } from '#engine/records/record.ts';
import { writeTemporaryFile } from '#engine/datasource/temporary-file.ts';
import { decodeText } from '#engine/encodings/text-encoding.ts';
import { detectUnicode } from '#engine/encodings/detect-unicode.ts';
import { extractFilename, withFilename } from '../extraction/filename-parameter.ts';
import { defineExtractor, type Extraction, type Sample } from '../extractor.ts';
import { readJsonBatches } from '../json/json-batches.ts';
import { JsonRecordPicker } from '../json/json-record-picker.ts';
import { readFirstObject } from '../json/first-object.ts';
import { JsonTokens } from '../json/json-tokens.ts';
import { batchBySize } from '../batches/batch-by-size.ts';
import { maxWholeFileSize } from '../batches/limits.ts';
import { TopologyArcPicker, TopologyOutline } from './topology-arc-picker.ts';

const parameters = [
  {
    name: 'object',
    type: 'text',
    label: 'Object',
    description:
      'The name of the object whose geometries are the records; when empty, the object with the most geometries.',
    isMandatory: false,
    default: '',
  },
  crsParameter,
  extractFilename,
] as const;

type TopoJsonParams = ParamsOf<typeof parameters>;

/** The path to the records of an object in the document. */
function pathToRecords({ objects, largest }: TopologyOutline, requested: string): string[] {
  const object = requested === '' ? largest : requested;
  if (!objects.has(object))
    fail('EXTRACTION_FAILED', {
      reason: `there is no object ${object}; the objects are ${[...objects.keys()].slice(0, 10).join(', ').slice(0, 500)}`,
    });
  return objects.get(object) === null ? ['objects', object] : ['objects', object, 'geometries'];
}

/** Reads the file twice, because objects may precede the arcs that they refer to. */
async function* extract(
  content: Readable,
  params: TopoJsonParams,
  { filename, columns, report, losses }: Extraction,
): AsyncGenerator<DataRecord[]> {
  columns.typeByValue();
  const project = params.crs === '' ? undefined : projectionOfName(params.crs);
  const file = await writeTemporaryFile(content, maxWholeFileSize);
  try {
    const arcs = new ArcStore();
    const picker = new TopologyArcPicker();
    for await (const batch of readJsonBatches(file.openStream(), picker, (arc) => arc))
      for (const arc of batch) arcs.add(arc);
    const converter = new GeometryConverter(arcs, toTransform(picker.transform));
    const featureRecords = new FeatureRecords(columns, report, project);
    const toRecord = (value: Value): DataRecord =>
      isRecord(value)
        ? featureRecords.record(toFeature(value, converter))
        : featureRecords.invalidRecord('This is not a TopoJSON geometry.');
    for await (const geometries of readJsonBatches(
      file.openStream(),
      new JsonRecordPicker(pathToRecords(picker.outline, params.object)),
      (value) => value,
      losses,
    )) {
      for await (const batch of batchBySize(geometries, toRecord))
        yield withFilename(batch, params.extract_filename, filename, columns);
    }
  } finally {
    await file.close();
  }
}

const toFeature = (value: DataRecord, converter: GeometryConverter) => ({
  id: value['id'] ?? null,
  properties: isRecord(value['properties']) ? value['properties'] : {},
  geometry: () => converter.convert(value),
});

function guess(sample: Sample): { object: string; crs: string; extract_filename: boolean } {
  const outline = new TopologyOutline();
  try {
    new JsonTokens().read(decodeText(sample.bytes, detectUnicode(sample.bytes)), (tokens) => {
      for (const token of tokens) outline.take(token);
    });
  } catch {
    // The guess uses what was read before the error.
  }
  return { object: sample.truncated ? '' : outline.largest, crs: '', extract_filename: false };
}

/** TopoJSON: an object's geometries, assembled from the arcs that they share. */
export const topojsonfile = defineExtractor({
  type: 'topojsonfile',
  label: 'TopoJSON file',
  parameters,
  extensions: ['topojson', 'json'],
  content: 'json',
  confidence: (sample) => (readFirstObject(sample)?.type === 'Topology' ? 0.98 : 0),
  guess,
  check: checkCrs,
  extract,
});
