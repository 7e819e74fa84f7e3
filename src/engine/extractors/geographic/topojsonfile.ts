import type { Readable } from 'node:stream';
import { fail } from '#kernel/fail.ts';
import { ArcStore, GeometryConverter, toTransform } from '#engine/geo/topology.ts';
import { checkCrs, crsParameter, projectionOfName } from '#engine/geo/coordinate-systems.ts';
import { FeatureRecords } from '#engine/geo/feature-records.ts';
import type { ParamsOf } from '#engine/parameters.ts';
import { type DataRecord, isRecord, type Value } from '#engine/records/record.ts';
import { writeTemporaryFile } from '#engine/datasource/datasource.ts';
import { decodeText, detectUnicode } from '#engine/encodings/text-encoding.ts';
import { extractFilename, withFilename } from '../extraction.ts';
import { defineExtractor, type Extraction, type Sample } from '../extractor.ts';
import { JsonTokens, readJsonBatches, type RecordPicker } from '../json/json-batches.ts';
import { JsonRecordPicker } from '../json/read-json-records.ts';
import { readFirstObject } from '../json/json-guess.ts';
import { batchBySize, maxWholeFileSize } from '../batches.ts';
import type { Token } from 'stream-json/parser.js';

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

const maxObjects = 1_000;

/** Reads the names of the objects of a topology from its tokens, and counts their geometries. */
class TopologyOutline {
  /** The number of geometries of each object by name, in order; null for an object that is a single geometry. */
  readonly objects = new Map<string, number | null>();
  /** The name last read at each depth. */
  readonly #names: string[] = [];
  #depth = 0;

  /** Takes the next token. */
  take(token: Token): void {
    if (token.name === 'keyValue') this.#names[this.#depth] = token.value;
    else if (token.name === 'endObject' || token.name === 'endArray') this.#depth--;
    else if (token.name === 'startObject' || token.name === 'startArray') {
      this.#countGeometry(token.name);
      this.#depth++;
    }
  }

  /** The name of the object with the most geometries, the first of several such objects; "" when there is no object. */
  get largest(): string {
    return [...this.objects].toSorted(([, a], [, b]) => (b ?? 1) - (a ?? 1))[0]?.[0] ?? '';
  }

  /** Counts a geometry. Its depth shows what it is: 2 is an object of `objects`, 3 the list `geometries` of an object, 4 a geometry in that list. */
  #countGeometry(start: 'startObject' | 'startArray'): void {
    const [, member, object = '', list] = this.#names;
    if (member !== 'objects' || (this.#depth > 2 && list !== 'geometries')) return;
    const isList = start === 'startArray';
    if (this.#depth === 2 && !isList) this.objects.set(object, null);
    if (this.#depth === 3 && isList) this.objects.set(object, 0);
    if (this.#depth === 4 && !isList) this.objects.set(object, (this.objects.get(object) ?? 0) + 1);
    if (this.objects.size > maxObjects)
      fail('EXTRACTION_FAILED', { reason: `the topology has more than ${maxObjects} objects` });
  }
}

/** Picks the arcs from the tokens of a topology, and reads its outline and transform. */
class TopologyArcPicker implements RecordPicker {
  readonly outline = new TopologyOutline();
  readonly #arcs = new JsonRecordPicker(['arcs']);
  readonly #transforms = new JsonRecordPicker(['transform']);
  #transform: Value = null;

  /** The member `transform`; null when there is none. */
  get transform(): Value {
    return this.#transform;
  }

  get isInRecord(): boolean {
    return this.#arcs.isInRecord || this.#transforms.isInRecord;
  }

  take(token: Token): Value | undefined {
    this.outline.take(token);
    this.#transform = this.#transforms.take(token) ?? this.#transform;
    return this.#arcs.take(token);
  }

  end(): void {
    if (this.outline.objects.size === 0)
      fail('EXTRACTION_FAILED', { reason: 'the file is not TopoJSON: it has no objects' });
  }
}
