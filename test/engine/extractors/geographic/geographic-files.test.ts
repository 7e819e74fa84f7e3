import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { guessExtractors, guessParams } from '#engine/extractors/guess.ts';
import { toTechnicalName } from '#kernel/technical-name.ts';
import type { DataRecord } from '#engine/records/record.ts';
import { sampleOf } from '#test/engine/source-of.ts';
import { run } from '../extracted.ts';

const fixtures = 'test/fixtures';

/** A file as publishing stores it with what is guessed from its beginning alone. */
async function published(name: string) {
  const bytes = readFileSync(`${fixtures}/${name}`);
  const sample = sampleOf(bytes.subarray(0, 65_536), name, bytes.length > 65_536);
  const [guess] = await guessExtractors(sample);
  const type = guess?.type ?? '';
  return {
    type,
    ...(await run(type, bytes, await guessParams(type, sample), name)),
    json: JSON.parse(bytes.toString()),
  };
}

interface Quake {
  id: string;
  properties: DataRecord;
  geometry: { coordinates: [number, number, number] };
}

interface Boroughs {
  transform: { scale: [number, number]; translate: [number, number] };
  arcs: [number, number][][];
  objects: { boroughs: { geometries: { id: string; type: string; arcs: number[][] | number[][][] }[] } };
}

/** The positions of an arc, by the formula of the TopoJSON specification, 2.1.2. */
function decoded({ transform: { scale, translate }, arcs }: Boroughs, index: number): number[][] {
  let [x, y] = [0, 0];
  const positions = (arcs[index < 0 ? ~index : index] ?? []).map(([dx, dy]) => [
    (x += dx) * scale[0] + translate[0],
    (y += dy) * scale[1] + translate[1],
  ]);
  return index < 0 ? positions.toReversed() : positions;
}

/** A ring that quantization has left less than four positions of repeats its first (RFC 7946, 3.1.6). */
function ringOf(topology: Boroughs, indexes: number[]): number[][] {
  const ring = indexes.flatMap((index, at) => decoded(topology, index).slice(at === 0 ? 0 : 1));
  return [...ring, ...Array<number[]>(Math.max(0, 4 - ring.length)).fill(ring[0] ?? [])];
}

describe('real files are read as guessed, value by value', () => {
  test('real files are read as guessed, value by value: earthquakes.json is GeoJSON', async () => {
    const { type, rows, errors, types, json } = await published('earthquakes.json');
    expect(type).toBe('geojsonfile');
    expect(errors).toEqual([]);
    expect(types).toMatchObject({
      geo_point_2d: 'geo_point_2d',
      geo_shape: 'geo_shape',
      id: 'text',
      mag: 'double',
      tsunami: 'int',
      place: 'text',
    });
    const { features } = json as { features: Quake[] };
    expect(rows).toEqual(
      features.map(({ id, properties, geometry }) => ({
        geo_point_2d: { lon: geometry.coordinates[0], lat: geometry.coordinates[1] },
        geo_shape: geometry,
        id,
        ...Object.fromEntries(Object.entries(properties).map(([name, value]) => [toTechnicalName(name), value])),
      })),
    );
  });

  test('real files are read as guessed, value by value: londonBoroughs.json is TopoJSON', async () => {
    const { type, rows, errors, types, json } = await published('londonBoroughs.json');
    expect(type).toBe('topojsonfile');
    expect(errors).toEqual([]);
    expect(types).toEqual({ geo_point_2d: 'geo_point_2d', geo_shape: 'geo_shape', id: 'text' });
    const topology = json as Boroughs;
    expect(rows.map(({ id, geo_shape }) => ({ id, geo_shape }))).toEqual(
      topology.objects.boroughs.geometries.map((geometry) => ({
        id: geometry.id,
        geo_shape: {
          type: geometry.type,
          coordinates:
            geometry.type === 'Polygon'
              ? (geometry.arcs as number[][]).map((ring) => ringOf(topology, ring))
              : (geometry.arcs as number[][][]).map((polygon) => polygon.map((ring) => ringOf(topology, ring))),
        },
      })),
    );
    const westminster = rows.find(({ id }) => id === 'Westminster');
    expect(westminster?.['geo_point_2d']).toEqual({ lat: expect.closeTo(51.51, 1), lon: expect.closeTo(-0.16, 1) });
  });
});
