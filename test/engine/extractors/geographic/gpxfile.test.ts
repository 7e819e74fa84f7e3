import { describe, expect, test } from '@jest/globals';
import { guessExtractors } from '#engine/extractors/guess.ts';
import { sampleOf } from '#test/engine/source-of.ts';
import { extracted, run, survivesMutations } from '../extracted.ts';

const gpx = (body: string) =>
  `<?xml version="1.0"?><!-- by a device --><gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1">${body}</gpx>`;
const full = gpx(`
  <metadata><name>all</name><time>2000-01-01T00:00:00Z</time></metadata>
  <wpt lat="48.85" lon="2.35"><ele>35.5</ele><time>2020-01-01T00:00:00Z</time><name>Paris &amp; more</name><link href="https://example.org/a"><text>a</text></link><sym>Flag</sym><extensions><x:depth xmlns:x="urn:x">7</x:depth></extensions></wpt>
  <rte><name>R</name><rtept lat="0" lon="0"><name>start</name></rtept><rtept lat="0" lon="2"/></rte>
  <trk><name>T</name><type>run</type>
    <trkseg><trkpt lat="0" lon="0"><ele>1</ele><time>2020-01-01T00:00:00Z</time><extensions><hr>99</hr></extensions></trkpt><trkpt lat="0" lon="1"><ele>2</ele><time>2020-01-01T00:00:05Z</time></trkpt></trkseg>
    <trkseg/><trkseg><trkpt lat="2" lon="0"/><trkpt lat="2" lon="1"><time>2020-01-01T01:00:00Z</time></trkpt></trkseg>
  </trk>`);

describe('a GPX file', () => {
  test('has a record for every waypoint, route and track, with what it says of it and its times', async () => {
    const { rows, faults } = await extracted('gpxfile', full, {}, 13);
    expect(rows).toEqual([
      {
        geo_point_2d: { lat: 48.85, lon: 2.35 },
        geo_shape: { type: 'Point', coordinates: [2.35, 48.85, 35.5] },
        gpx_type: 'waypoint',
        ele: '35.5',
        time: '2020-01-01T00:00:00Z',
        name: 'Paris & more',
        link: 'https://example.org/a',
        sym: 'Flag',
        depth: '7',
      },
      {
        geo_point_2d: { lat: 0, lon: 1 },
        geo_shape: {
          type: 'LineString',
          coordinates: [
            [0, 0],
            [2, 0],
          ],
        },
        gpx_type: 'route',
        name: 'R',
      },
      {
        geo_point_2d: { lat: 1, lon: 0.5 },
        geo_shape: {
          type: 'MultiLineString',
          coordinates: [
            [
              [0, 0, 1],
              [1, 0, 2],
            ],
            [
              [0, 2],
              [1, 2],
            ],
          ],
        },
        gpx_type: 'track',
        name: 'T',
        type: 'run',
        start_time: '2020-01-01T00:00:00Z',
        end_time: '2020-01-01T01:00:00Z',
      },
    ]);
    expect(faults).toEqual([]);
  });

  test('is recognized, and published with types', async () => {
    expect((await guessExtractors(sampleOf(full.slice(0, 200), 'download', true)))[0]?.type).toBe('gpxfile');
    expect((await run('gpxfile', full)).types).toMatchObject({
      geo_point_2d: 'geo_point_2d',
      geo_shape: 'geo_shape',
      ele: 'double',
      time: 'datetime',
      start_time: 'datetime',
    });
  });

  test('may be one track of a week', async () => {
    const count = 100_000;
    const track = gpx(
      `<trk><trkseg>${Array.from({ length: count }, (_, index) => `<trkpt lat="48.${index}" lon="2.5">\n  <ele>100.5</ele>\n</trkpt>`).join('\n')}</trkseg></trk>`,
    );
    const { rows } = await extracted('gpxfile', track);
    expect(rows).toHaveLength(1);
    expect((rows[0]?.['geo_shape'] as { coordinates: unknown[] }).coordinates).toHaveLength(count);
  });
});

describe('a hostile GPX file', () => {
  test.each([
    ['that is cut', full.slice(0, 500)],
    ['that is empty', ''],
    ['of something else', '<kml/>'],
    ['nested without end', `<gpx>${'<trk>'.repeat(1_000)}`],
    ['that is no text', Buffer.from([0xff, 0xfe, 0, 0xd8, 1])],
  ])('%s fails with a reason', async (_what, content) => {
    await expect(extracted('gpxfile', content)).rejects.toMatchObject({ code: 'EXTRACTION_FAILED' });
  });

  test.each([
    'lat="x" lon="1"',
    'lon="1"',
    'lat="" lon="1"',
    'lat="1e999" lon="1"',
    'lat="0" lon="181"',
    'lat="__proto__" lon="NaN"',
  ])('has a fault where a point has %s', async (attributes) => {
    const { rows, faults } = await extracted(
      'gpxfile',
      gpx(`<wpt ${attributes}/><trk><trkseg><trkpt lat="1" lon="1"/><trkpt ${attributes}/></trkseg></trk>`),
    );
    expect(rows.map(({ geo_shape }) => geo_shape)).toEqual([null, null]);
    expect(faults).toHaveLength(2);
  });

  test('survives any change of its bytes', async () => {
    await survivesMutations('gpxfile', Buffer.from(full));
  });
});
