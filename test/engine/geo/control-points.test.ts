import { describe, expect, test } from '@jest/globals';
import { extracted } from '../extractors/extracted.ts';
import { pointRecord, shpOf } from '../extractors/geographic/shapefile-of.ts';
import { zipOf } from '../archives/zip-of.ts';

const bessel = 'SPHEROID["Bessel_1841",6377397.155,299.1528128]';
const international = 'SPHEROID["International_1924",6378388.0,297.0]';
const greenwich = 'PRIMEM["Greenwich",0.0]';
const degrees = 'UNIT["Degree",0.0174532925199433]';
const transverse = (lon: number, scale: number, x: number, y: number, lat = 0) =>
  `PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",${x}],PARAMETER["False_Northing",${y}],PARAMETER["Central_Meridian",${lon}],PARAMETER["Scale_Factor",${scale}],PARAMETER["Latitude_Of_Origin",${lat}],UNIT["Meter",1.0]`;

/** A place whose coordinates are published in its own system and in WGS 84, or in one that is the same within a metre. */
interface ControlPoint {
  readonly at: string;
  readonly position: readonly [number, number];
  readonly wgs84: readonly [lon: number, lat: number];
  /** In metres: what a transformation without a grid is good for. */
  readonly within: number;
  /** As a .prj file of ESRI's says it, without the way to WGS 84. */
  readonly prj: string;
  readonly code: string;
}

const points: readonly ControlPoint[] = [
  {
    // Kadaster, RDNAPTRANS 2018: the tower of Our Lady is the origin of the Dutch grid
    at: 'Amersfoort',
    position: [155_000, 463_000],
    wgs84: [5.387203658, 52.15517291],
    within: 1,
    code: '28992',
    prj: `PROJCS["RD_New",GEOGCS["GCS_Amersfoort",DATUM["D_Amersfoort",${bessel}],${greenwich},${degrees}],PROJECTION["Double_Stereographic"],PARAMETER["False_Easting",155000.0],PARAMETER["False_Northing",463000.0],PARAMETER["Central_Meridian",5.38763888888889],PARAMETER["Scale_Factor",0.9999079],PARAMETER["Latitude_Of_Origin",52.15616055555555],UNIT["Meter",1.0]]`,
  },
  {
    // cs2cs with the transformation of the Belgian NGI (EPSG:15929), as the tests of proj4php quote it
    at: 'Zwevegem',
    position: [78_367.044643634, 166_486.56503096],
    wgs84: [3.35249345076, 50.8044261264],
    within: 1,
    code: 'urn:ogc:def:crs:EPSG::31370',
    prj: `PROJCS["Belge_Lambert_1972",GEOGCS["GCS_Belge_1972",DATUM["D_Belge_1972",${international}],${greenwich},${degrees}],PROJECTION["Lambert_Conformal_Conic"],PARAMETER["False_Easting",150000.013],PARAMETER["False_Northing",5400088.438],PARAMETER["Central_Meridian",4.367486666666666],PARAMETER["Standard_Parallel_1",49.8333339],PARAMETER["Standard_Parallel_2",51.16666723333333],PARAMETER["Latitude_Of_Origin",90.0],UNIT["Meter",1.0]]`,
  },
  {
    // a point of Paris by GPS, in Lambert 93 and Lambert I, as the tests of proj4php quote it
    at: 'Paris',
    position: [601_413.709, 1_125_717.73],
    wgs84: [2.355781, 48.831938],
    within: 4,
    code: 'EPSG:27571',
    prj: `PROJCS["NTF_Paris_Lambert_Zone_I",GEOGCS["GCS_NTF_Paris",DATUM["D_NTF",SPHEROID["Clarke_1880_IGN",6378249.2,293.4660212936265]],PRIMEM["Paris",2.337229166666667],UNIT["Grad",0.01570796326794897]],PROJECTION["Lambert_Conformal_Conic"],PARAMETER["False_Easting",600000.0],PARAMETER["False_Northing",1200000.0],PARAMETER["Central_Meridian",0.0],PARAMETER["Standard_Parallel_1",55.0],PARAMETER["Scale_Factor",0.999877341],PARAMETER["Latitude_Of_Origin",55.0],UNIT["Meter",1.0]]`,
  },
  {
    // the cathedral, as the readme of an OSGB36 library works it out with the transformation of the Ordnance Survey
    at: 'Lincoln',
    position: [497_809, 371_807],
    wgs84: [-0.536062, 53.234313],
    within: 6,
    code: 'http://www.opengis.net/def/crs/EPSG/0/27700',
    prj: `PROJCS["British_National_Grid",GEOGCS["GCS_OSGB_1936",DATUM["D_OSGB_1936",SPHEROID["Airy_1830",6377563.396,299.3249646]],${greenwich},${degrees}],${transverse(-2, 0.9996012717, 400_000, -100_000, 49)}]`,
  },
  {
    // IOGP guidance note 7-2, geocentric translations: a point of the North Sea; its ED50 is written in degrees here
    at: 'the North Sea',
    position: [2.13096583, 53.81015694],
    wgs84: [2.12955, 53.80939444],
    within: 8,
    code: '4230',
    prj: `GEOGCS["GCS_European_1950",DATUM["D_European_1950",${international}],${greenwich},${degrees}]`,
  },
  {
    // swisstopo, formulas for the change between Swiss coordinates and WGS 84
    at: 'Ticino',
    position: [700_000, 100_000],
    wgs84: [8.730497, 46.044131],
    within: 2,
    code: '21781',
    prj: `PROJCS["CH1903_LV03",GEOGCS["GCS_CH1903",DATUM["D_CH1903",${bessel}],${greenwich},${degrees}],PROJECTION["Hotine_Oblique_Mercator_Azimuth_Center"],PARAMETER["False_Easting",600000.0],PARAMETER["False_Northing",200000.0],PARAMETER["Scale_Factor",1.0],PARAMETER["Azimuth",90.0],PARAMETER["Longitude_Of_Center",7.439583333333333],PARAMETER["Latitude_Of_Center",46.95240555555556],UNIT["Meter",1.0]]`,
  },
  {
    // the tests of proj4js, of a point of the Šumava
    at: 'Bohemia',
    position: [-868_208.61, -1_095_793.64],
    wgs84: [12.806988, 49.452262],
    within: 8,
    code: '5514',
    prj: `PROJCS["S-JTSK_Krovak_East_North",GEOGCS["GCS_S_JTSK",DATUM["D_S_JTSK",${bessel}],${greenwich},${degrees}],PROJECTION["Krovak"],PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],PARAMETER["Pseudo_Standard_Parallel_1",78.5],PARAMETER["Scale_Factor",0.9999],PARAMETER["Azimuth",30.28813975277778],PARAMETER["Longitude_Of_Center",24.83333333333333],PARAMETER["Latitude_Of_Center",49.5],PARAMETER["X_Scale",-1.0],PARAMETER["Y_Scale",1.0],PARAMETER["XY_Plane_Rotation",90.0],UNIT["Meter",1.0]]`,
  },
  {
    // Geospatial Information Authority of Japan: the origin of the datum, before and after 2002
    at: 'Tokyo',
    position: [139.7445838889, 35.6548652222],
    wgs84: [139.7413544167, 35.6580992222],
    within: 5,
    code: '4301',
    prj: `GEOGCS["GCS_Tokyo",DATUM["D_Tokyo",${bessel}],${greenwich},${degrees}]`,
  },
  {
    // National Geodetic Survey: Meades Ranch, the origin of NAD 27, and the same in NAD 83; the transformation is a mean
    at: 'Kansas',
    position: [-98.5418072222, 39.2240794444],
    wgs84: [-98.5421515, 39.2240867],
    within: 12,
    code: '4267',
    prj: `GEOGCS["GCS_North_American_1927",DATUM["D_North_American_1927",SPHEROID["Clarke_1866",6378206.4,294.9786982]],${greenwich},${degrees}]`,
  },
];

/** In metres, of places close to each other. */
function distance([lon, lat]: readonly [number, number], place: { lon: number; lat: number }): number {
  const east = (place.lon - lon) * Math.cos((lat * Math.PI) / 180);
  return Math.hypot(east, place.lat - lat) * 111_320;
}

const shapefileAt = (position: readonly [number, number], files: Record<string, string> = {}) =>
  zipOf({ 'a.shp': shpOf(1, [pointRecord(...position)]), ...files });
const placeIn = async (zip: Buffer, params = {}) =>
  (await extracted('shapefile', zip, params)).rows[0]?.['geo_point_2d'] as { lon: number; lat: number };

describe('a place that is published in its own system and in WGS 84', () => {
  test.each(points)(
    'is found in $at by the .prj file, its datum known by name',
    async ({ position, wgs84, within, prj }) => {
      expect(distance(wgs84, await placeIn(await shapefileAt(position, { 'a.prj': prj })))).toBeLessThan(within);
    },
  );

  test.each(points)(
    'is found in $at by the code $code and by the same text as a parameter',
    async ({ position, wgs84, within, code, prj }) => {
      for (const crs of [code, prj])
        expect(distance(wgs84, await placeIn(await shapefileAt(position), { crs }))).toBeLessThan(within);
    },
  );
});

describe('a system of coordinates', () => {
  const [amersfoort] = points as [ControlPoint];
  const wkt2 = `PROJCRS["Amersfoort / RD New",BASEGEOGCRS["Amersfoort",DATUM["Amersfoort",ELLIPSOID["Bessel 1841",6377397.155,299.1528128,LENGTHUNIT["metre",1]]],PRIMEM["Greenwich",0,ANGLEUNIT["degree",0.0174532925199433]],ID["EPSG",4289]],CONVERSION["RD New",METHOD["Oblique Stereographic",ID["EPSG",9809]],PARAMETER["Latitude of natural origin",52.1561605555556,ANGLEUNIT["degree",0.0174532925199433]],PARAMETER["Longitude of natural origin",5.38763888888889,ANGLEUNIT["degree",0.0174532925199433]],PARAMETER["Scale factor at natural origin",0.9999079,SCALEUNIT["unity",1]],PARAMETER["False easting",155000,LENGTHUNIT["metre",1]],PARAMETER["False northing",463000,LENGTHUNIT["metre",1]]],CS[Cartesian,2],AXIS["easting (X)",east,ORDER[1],LENGTHUNIT["metre",1]],AXIS["northing (Y)",north,ORDER[2],LENGTHUNIT["metre",1]]]`;
  const compound = (prj: string) =>
    `COMPD_CS["with heights",${prj},VERT_CS["NAP",VERT_DATUM["NAP",2005],UNIT["metre",1]]]`;

  test.each([
    ['of ISO 19162', wkt2],
    ['with heights', compound(amersfoort.prj)],
    ['of round brackets and lines', amersfoort.prj.replaceAll('[', ' (\n').replaceAll(']', ')')],
  ])('is read from text %s', async (_what, prj) => {
    expect(
      distance(amersfoort.wgs84, await placeIn(await shapefileAt(amersfoort.position, { 'a.prj': prj }))),
    ).toBeLessThan(1);
  });

  test('follows the text where it says how to reach WGS 84, whatever its datum is called', async () => {
    const prj = `GEOGCS["mine",DATUM["my_own",${bessel},TOWGS84[-146.414,507.337,680.507]],${greenwich},${degrees}]`;
    expect(
      distance(
        [139.7413544167, 35.6580992222],
        await placeIn(await shapefileAt([139.7445838889, 35.6548652222], { 'a.prj': prj })),
      ),
    ).toBeLessThan(5);
  });

  test('a system of coordinates of grads from Paris is one of the earth all the same', async () => {
    const [lon, lat] = [2.355781, 48.831938];
    for (const crs of [
      '4807',
      `GEOGCS["NTF (Paris)",DATUM["Nouvelle_Triangulation_Francaise_Paris",SPHEROID["Clarke 1880 (IGN)",6378249.2,293.4660212936265]],PRIMEM["Paris",2.5969213],UNIT["grad",0.01570796326794897]]`,
    ]) {
      // 66 m is how far the datum alone is off there
      expect(
        distance([lon, lat], await placeIn(await shapefileAt([(lon - 2.33722917) / 0.9, lat / 0.9]), { crs })),
      ).toBeLessThan(70);
    }
  });

  test.each([
    ['7844', [151.2, -33.9]],
    ['OGC:CRS84', [151.2, -33.9]],
    ['http://www.opengis.net/def/crs/OGC/1.3/CRS84', [151.2, -33.9]],
    ['EPSG:4258', [12, 50]],
  ] as const)('%s leaves places where they are', async (crs, [lon, lat]) => {
    expect(await placeIn(await shapefileAt([lon, lat]), { crs })).toEqual({ lon, lat });
  });

  test('a system of coordinates that newer registers have is known, and its feet are feet', async () => {
    // the Sydney Harbour Bridge in MGA zone 56, and the Empire State Building in feet of New York
    expect(
      distance([151.2108, -33.8523], await placeIn(await shapefileAt([334_448, 6_252_726]), { crs: 'EPSG:7856' })),
    ).toBeLessThan(100);
    expect(
      distance([-73.9857, 40.7484], await placeIn(await shapefileAt([988_211, 211_985]), { crs: '2263' })),
    ).toBeLessThan(100);
  });

  test.each([
    [
      'a datum that nobody knows',
      `GEOGCS["mine",DATUM["D_Mine",${bessel}],${greenwich},${degrees}]`,
      /the shift from the datum "D_Mine" to WGS 84 is unknown/,
    ],
    [
      'a projection that nobody knows',
      `PROJCS["mine",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],${greenwich},${degrees}],PROJECTION["Berghaus_Star"],UNIT["Meter",1.0]]`,
      /the projection "Berghaus_Star" is unknown/,
    ],
    [
      'an unknown parameter',
      `PROJCS["mine",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],${greenwich},${degrees}],PROJECTION["Mercator"],PARAMETER["Twist",3],UNIT["Meter",1.0]]`,
      /the parameter "Twist"/,
    ],
    [
      'no places on the earth',
      'LOCAL_CS["site",LOCAL_DATUM["site",0],UNIT["metre",1]]',
      /LOCAL_CS is not a geographic or projected system/,
    ],
    ['half a text', 'GEOGCS["a",DATUM[', /cannot be used/],
  ])('a system of coordinates with %s is refused, and asked for by its code', async (_what, prj, reason) => {
    const zip = await shapefileAt([12, 50], { 'a.prj': prj });
    await expect(extracted('shapefile', zip)).rejects.toThrow(reason);
    await expect(extracted('shapefile', zip)).rejects.toThrow(/give its EPSG code in the parameter crs/);
    expect(await placeIn(zip, { crs: '4326' })).toEqual({ lon: 12, lat: 50 });
  });

  test.each([
    '99999',
    'Lambert 93',
    'EPSG:',
    '2327',
    '4978',
    'GEOGCS["a"]',
    `GEOGCS["mine",DATUM["D_Mine",${bessel}],${greenwich},${degrees}]`,
  ])('is refused as a parameter where it is "%s"', async (crs) => {
    await expect(extracted('shapefile', await shapefileAt([1, 2]), { crs })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      fields: { crs: [expect.any(String)] },
    });
  });
});
