import { Readable } from 'node:stream';
import { Pipeline } from '#engine/pipeline/pipeline.ts';

const position = '[2.351234,48.851234]';

/** A thousand positions at a time, so that the text takes no memory itself. */
function* positions(count: number): Generator<string> {
  const thousand = Array(1_000).fill(position).join(',');
  for (let at = 0; at < count; at += 1_000) yield (at === 0 ? '' : ',') + thousand;
}

function* geojson(features: number): Generator<string> {
  yield '{"type":"FeatureCollection","features":[';
  for (let at = 0; at < features; at++) {
    yield `${at === 0 ? '' : ','}{"type":"Feature","properties":{"n":${at}},"geometry":{"type":"LineString","coordinates":[`;
    yield* positions(300_000);
    yield ']}}';
  }
  yield ']}';
}

function* topojson(geometries: number): Generator<string> {
  yield '{"type":"Topology","arcs":[[';
  yield* positions(50_000);
  yield `]],"objects":{"o":{"geometries":[${Array(geometries).fill('{"type":"LineString","arcs":[0]}').join(',')}]}}}`;
}

const [type = '', records] = process.argv.slice(2);
const text = (type === 'geojsonfile' ? geojson : topojson)(Number(records));
const content = Readable.from(text, { objectMode: false });
const source = { openStream: () => Promise.resolve({ filename: 'a.json', mimetype: null, size: null, content }) };
const pipeline = new Pipeline({ resources: [{ source, type, params: {} }], processors: [] });
let count = 0;
for await (const rows of pipeline.batches()) count += rows.length;
process.stdout.write(String(count));
