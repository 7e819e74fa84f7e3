import { describe, expect, test } from '@jest/globals';
import { guessExtractors } from '#engine/extractors/guess.ts';
import { sampleOf } from '#test/engine/source-of.ts';
import { extracted, run, survivesMutations } from '../extracted.ts';
import { zipOf } from '#test/engine/archives/zip-of.ts';

const kml = (body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>${body}</Document></kml>`;
const place = (body: string) => `<Placemark>${body}<Point><coordinates>2.35,48.85</coordinates></Point></Placemark>`;
const point = { type: 'Point', coordinates: [2.35, 48.85] };
const paris = { geo_point_2d: { lat: 48.85, lon: 2.35 }, geo_shape: point };

const full = kml(`
  <Schema name="s" id="s"><SimpleField type="int" name="beds"/><SimpleField type="string" name="code"/></Schema>
  <Style id="red"><LineStyle><color>ff0000ff</color></LineStyle></Style>
  <Folder><name>Towns &amp; cities</name><Folder><name><![CDATA[France]]></name>
    <Placemark id="p1"><name>Paris</name><description><![CDATA[<b>big</b>]]></description><styleUrl>#red</styleUrl>
      <TimeSpan><begin>2020-01-01</begin></TimeSpan>
      <ExtendedData><Data name="mayor"><displayName>x</displayName><value>A</value></Data><SchemaData schemaUrl="#s"><SimpleData name="beds">42</SimpleData><SimpleData name="code">007</SimpleData></SchemaData></ExtendedData>
      <Point><coordinates>2.35,48.85,30</coordinates></Point></Placemark>
  </Folder></Folder>
  <Placemark><TimeStamp><when>2020-02-03T04:05:06Z</when></TimeStamp><MultiGeometry><LineString><coordinates>0,0 2,0</coordinates></LineString><Point><coordinates>1,1</coordinates></Point></MultiGeometry></Placemark>
  <Placemark><gx:Track><when>2020-01-01T00:00:00Z</when><when>2020-01-01T00:00:09Z</when><gx:coord>0 0 5</gx:coord><gx:coord>2 2 5</gx:coord></gx:Track></Placemark>
  <Placemark><name>nowhere</name></Placemark>`);

describe('a KML file', () => {
  test('has a record for every placemark: its place, its data, the folders it is in, its times, and not how it looks', async () => {
    const { rows, faults } = await extracted('kmlfile', full, {}, 17);
    expect(rows).toEqual([
      {
        geo_point_2d: { lat: 48.85, lon: 2.35 },
        geo_shape: { type: 'Point', coordinates: [2.35, 48.85, 30] },
        id: 'p1',
        folder: 'Towns & cities / France',
        name: 'Paris',
        description: '<b>big</b>',
        mayor: 'A',
        beds: 42,
        code: '007',
        start_time: '2020-01-01',
        end_time: null,
      },
      {
        geo_point_2d: { lat: 0, lon: 1 },
        geo_shape: {
          type: 'GeometryCollection',
          geometries: [
            {
              type: 'LineString',
              coordinates: [
                [0, 0],
                [2, 0],
              ],
            },
            { type: 'Point', coordinates: [1, 1] },
          ],
        },
        timestamp: '2020-02-03T04:05:06Z',
      },
      {
        geo_point_2d: { lat: 1, lon: 1 },
        geo_shape: {
          type: 'LineString',
          coordinates: [
            [0, 0, 5],
            [2, 2, 5],
          ],
        },
        start_time: '2020-01-01T00:00:00Z',
        end_time: '2020-01-01T00:00:09Z',
      },
      { geo_point_2d: null, geo_shape: null, name: 'nowhere' },
    ]);
    expect(faults).toEqual([]);
  });

  test('may give its elements a prefix, and be in another encoding', async () => {
    const prefixed = `<?xml version='1.0' encoding='ISO-8859-1'?><k:kml xmlns:k="http://www.opengis.net/kml/2.2"><k:Placemark><k:name>Orléans</k:name><k:Point><k:coordinates>2.35,48.85</k:coordinates></k:Point></k:Placemark></k:kml>`;
    expect((await extracted('kmlfile', Buffer.from(prefixed, 'latin1'))).rows).toEqual([{ ...paris, name: 'Orléans' }]);
    expect((await extracted('kmlfile', Buffer.from(`\ufeff${kml(place('<name>é</name>'))}`, 'utf16le'))).rows).toEqual([
      { ...paris, name: 'é' },
    ]);
  });

  test('is recognized, packed as KMZ too', async () => {
    const kmz = await zipOf({ 'doc.kml': full, 'files/red.png': 'png' });
    expect((await guessExtractors(sampleOf(full, 'download')))[0]?.type).toBe('kmlfile');
    expect((await guessExtractors(sampleOf(kmz, 'places.kmz')))[0]?.type).toBe('kmlfile');
    const { rows, types } = await run('kmlfile', kmz, {}, 'places.kmz');
    expect(rows).toHaveLength(4);
    expect(types).toMatchObject({
      geo_point_2d: 'geo_point_2d',
      geo_shape: 'geo_shape',
      beds: 'int',
      timestamp: 'datetime',
    });
  });
});

describe('a hostile KML file', () => {
  test.each([
    ['that is cut', full.slice(0, 900), /not XML/],
    ['that is empty', '', /not XML/],
    ['of something else', '<html><body/></html>', /begins with the element html instead of kml/],
    ['with entities in entities', `<!DOCTYPE kml [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>${kml('&b;')}`, /not XML/],
    ['that reads other files', `<!DOCTYPE kml [<!ENTITY a SYSTEM "file:///etc/passwd">]>${kml('&a;')}`, /not XML/],
    ['with an entity that nobody defined', kml('&lol;'), /not XML/],
    ['nested without end', kml('<Folder>'.repeat(100_000)), /nested more than 200 deep/],
    [
      'with a placemark of elements without end',
      kml(`<Placemark>${'<a/>'.repeat(200_000)}`),
      /more than 100000 elements/,
    ],
    ['with schemas without end', kml('<Schema><SimpleField/></Schema>'.repeat(600)), /more than 1000 elements/],
    ['with a text without end', kml(`<Placemark><name>${'x'.repeat(9_000_000)}`), /larger than/],
    [
      'of an encoding nobody knows',
      '<?xml version="1.0" encoding="klingon"?><kml/>',
      /klingon, which is not supported/,
    ],
  ])('%s fails with a reason', async (_what, content, message) => {
    await expect(extracted('kmlfile', content)).rejects.toMatchObject({
      code: 'EXTRACTION_FAILED',
      message: expect.stringMatching(message),
    });
  });

  test('a hostile KML file with attributes without end ends soon', async () => {
    const attributes = Array.from({ length: 200_000 }, (_, index) => `a${index}=""`).join(' ');
    expect(
      (await extracted('kmlfile', kml(`<Placemark ${attributes}><Point ${attributes}/></Placemark>`))).rows,
    ).toHaveLength(1);
  });

  test('a file larger than 64 MB is refused', async () => {
    await expect(extracted('kmlfile', kml(`<name>${'x'.repeat(2 ** 20)}</name>`.repeat(65)))).rejects.toThrow(
      /larger than 64 MiB/,
    );
  });

  test('has faults where coordinates are none, and data may have any name', async () => {
    const bad = (coordinates: string) =>
      `<Placemark><LineString><coordinates>${coordinates}</coordinates></LineString></Placemark>`;
    const { rows, faults } = await extracted(
      'kmlfile',
      kml(`${bad('0,0 x,y 1,1')}${bad('0,0 NaN,1 1,1')}${bad('0,0 500,1')}`),
    );
    expect(rows).toEqual(Array(3).fill({ geo_point_2d: null, geo_shape: null }));
    expect(faults).toHaveLength(3);
    for (const name of ['__proto__', 'constructor', 'toString', '__defineGetter__', 'hasOwnProperty']) {
      const data = `<ExtendedData><Data name="${name}"><value>1</value></Data><SchemaData><SimpleData name="${name}">2</SimpleData></SchemaData></ExtendedData>`;
      const schema = `<Schema><SimpleField name="x" type="${name}"/></Schema>`;
      expect((await extracted('kmlfile', kml(schema + place(data)))).rows).toHaveLength(1);
    }
  });

  test('survives any change of its bytes', async () => {
    await survivesMutations('kmlfile', Buffer.from(full));
  });
});
