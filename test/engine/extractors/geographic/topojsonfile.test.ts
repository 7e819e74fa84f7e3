import { describe, expect, test } from '@jest/globals';
import { extracted, survivesMutations } from '../extracted.ts';

const json = JSON.stringify;
const square = [
  [0, 0],
  [2, 0],
  [2, 2],
  [0, 2],
  [0, 0],
];
const objects = {
  first: {
    type: 'GeometryCollection',
    geometries: [
      { type: 'Polygon', arcs: [[0]], id: 'a', properties: { n: 1 } },
      { type: 'LineString', arcs: [-1] },
      { type: null },
    ],
  },
  'a.b': { type: 'Point', coordinates: [1, 2], properties: { n: 2 } },
};

describe('a TopoJSON file', () => {
  test.each([
    ['plain', { type: 'Topology', objects, arcs: [square] }],
    ['with the arcs first', { arcs: [square], objects, type: 'Topology' }],
    [
      'quantized',
      {
        type: 'Topology',
        objects,
        transform: { scale: [0.5, 0.5], translate: [-1, -1] },
        arcs: [
          [
            [2, 2],
            [4, 0],
            [0, 4],
            [-4, 0],
            [0, -4],
          ],
        ],
      },
    ],
  ])('%s has a record for every geometry of an object', async (_what, topology) => {
    const { rows, faults } = await extracted('topojsonfile', json(topology), {}, 20);
    expect(rows).toEqual([
      { geo_point_2d: { lat: 1, lon: 1 }, geo_shape: { type: 'Polygon', coordinates: [square] }, id: 'a', n: 1 },
      { geo_point_2d: { lat: 1, lon: 1 }, geo_shape: { type: 'LineString', coordinates: square.toReversed() } },
      { geo_point_2d: null, geo_shape: null },
    ]);
    expect(faults).toEqual([]);
  });

  test('has the records of the object that is asked for', async () => {
    expect((await extracted('topojsonfile', json({ objects, arcs: [square] }), { object: 'a.b' })).rows).toEqual([
      { geo_point_2d: { lat: 2, lon: 1 }, geo_shape: { type: 'Point', coordinates: [1, 2] }, n: 2 },
    ]);
    await expect(extracted('topojsonfile', json({ objects, arcs: [] }), { object: 'c' })).rejects.toThrow(
      /there is no object c; the objects are first, a\.b/,
    );
  });

  test('joins arcs and keeps collections', async () => {
    const arcs = [
      [
        [0, 0],
        [1, 0],
      ],
      [
        [1, 0],
        [1, 1],
      ],
    ];
    const made = await extracted(
      'topojsonfile',
      json({
        objects: {
          o: {
            type: 'GeometryCollection',
            geometries: [
              { type: 'GeometryCollection', geometries: [{ type: 'MultiLineString', arcs: [[0, 1], [-2]] }] },
            ],
          },
        },
        arcs,
      }),
    );
    expect(made.rows[0]?.['geo_shape']).toEqual({
      type: 'GeometryCollection',
      geometries: [
        {
          type: 'MultiLineString',
          coordinates: [
            [
              [0, 0],
              [1, 0],
              [1, 1],
            ],
            [
              [1, 1],
              [1, 0],
            ],
          ],
        },
      ],
    });
  });
});

describe('a hostile TopoJSON file', () => {
  test.each([
    [{ type: 'LineString', arcs: [1] }],
    [{ type: 'LineString', arcs: [-2] }],
    [{ type: 'LineString', arcs: ['0'] }],
    [{ type: 'LineString', arcs: [0.5] }],
    [{ type: 'Polygon', arcs: [0] }],
    [{ type: 'Polygon' }],
    [{ type: 'Point' }],
    [{ type: 'Point', coordinates: 'xy' }],
    [{ type: 'MultiPoint', coordinates: [null] }],
    [{ type: 'Point', coordinates: ['1', {}] }],
    [{ type: 'constructor' }],
    [{ type: 'GeometryCollection', geometries: 7 }],
    [{ type: 'GeometryCollection', geometries: [7] }],
    [7],
    [{ type: 'LineString', arcs: Array(250_000).fill(0) }],
  ])('has a fault where a geometry is %j', async (geometry) => {
    const { rows, faults } = await extracted(
      'topojsonfile',
      json({ objects: { o: { geometries: [geometry] } }, arcs: [square] }),
    );
    expect(rows).toEqual([{ geo_point_2d: null, geo_shape: null }]);
    expect(faults).toHaveLength(1);
  });

  test.each([
    ['that is cut', '{"type":"Topology","objects":{"o":{'],
    ['without objects', '{"type":"Topology"}'],
    ['that is empty', ''],
    [
      'with a broken transform',
      '{"transform":{"scale":[1]},"objects":{"o":{"type":"Point","coordinates":[1,2]}},"arcs":[]}',
    ],
    ['with arcs of anything', '{"objects":{"o":{"type":"LineString","arcs":{"a":[1]}}},"arcs":[[[1,"x"]], 7'],
    ['nested without end', `{"objects":${'{"a":'.repeat(10_000)}`],
  ])('%s fails with a reason', async (_what, content) => {
    await expect(extracted('topojsonfile', content)).rejects.toMatchObject({ code: 'EXTRACTION_FAILED' });
  });

  test('a file larger than 64 MB is refused before it is read', async () => {
    await expect(extracted('topojsonfile', Buffer.alloc(65 * 2 ** 20, ' '))).rejects.toThrow(/larger than 64 MiB/);
  });

  test('survives any change of its bytes', async () => {
    await survivesMutations(
      'topojsonfile',
      Buffer.from(
        json({ type: 'Topology', objects, transform: { scale: [0.5, 0.5], translate: [-1, -1] }, arcs: [square] }),
      ),
    );
  });
});
