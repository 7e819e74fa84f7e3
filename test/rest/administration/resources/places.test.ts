import { expect, test } from '@jest/globals';
import { zipOf } from '#test/engine/archives/zip-of.ts';
import { dbfOf, pointRecord, shpOf } from '#test/engine/extractors/geographic/shapefile-of.ts';
import { testApp } from '#test/support/app.ts';
import { recordsOf, finishedRestStatus } from '#test/support/datasets/publishing.ts';
import { seedDataset } from '#test/support/seed.ts';

const app = await testApp();
const { admin } = app;

const geographic = (name: string, datum: string) =>
  `GEOGCS["${name}",DATUM["${datum}",SPHEROID["Bessel_1841",6377397.155,299.1528128]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]`;
const dutch = (base: string) =>
  `PROJCS["RD_New",${base},PROJECTION["Double_Stereographic"],PARAMETER["False_Easting",155000.0],PARAMETER["False_Northing",463000.0],PARAMETER["Central_Meridian",5.38763888888889],PARAMETER["Scale_Factor",0.9999079],PARAMETER["Latitude_Of_Origin",52.15616055555555],UNIT["Meter",1.0]]`;
const towers = {
  'towers.shp': shpOf(1, [pointRecord(155_000, 463_000)]),
  'towers.dbf': dbfOf([['name', 'C', 20]], [['Onze Lieve Vrouw']]),
};
// the tower of Our Lady, by the Dutch Kadaster
const tower = {
  name: 'Onze Lieve Vrouw',
  geo_point_2d: { lon: expect.closeTo(5.3872, 4), lat: expect.closeTo(52.15517, 4) },
};

test('a Shapefile of the Dutch grid is uploaded, previewed and published where its places are', async () => {
  const uid = await seedDataset(admin);
  const path = `/datasets/${uid}/resources`;
  await admin.upload(
    `${path}/files/`,
    'towers.zip',
    await zipOf({ ...towers, 'towers.prj': dutch(geographic('GCS_Amersfoort', 'D_Amersfoort')) }),
  );
  const resource = {
    type: 'shapefile',
    title: 'Towers',
    datasource: { type: 'uploaded_file', file: { uid: 'towers.zip' } },
  };
  expect((await admin.rest('POST', `${path}/preview/`, resource)).body.records).toEqual([
    expect.objectContaining(tower),
  ]);
  expect(await admin.rest('POST', `${path}/`, resource)).toMatchObject({ status: 201 });
  expect(await admin.rest('POST', `/datasets/${uid}/publish/`)).toMatchObject({ status: 200 });
  expect(await finishedRestStatus(app, uid)).toMatchObject({ status: 'idle', records_errors: [] });
  expect(await recordsOf(app, uid)).toEqual([expect.objectContaining(tower)]);
});

test('an unknown datum is refused with a request for crs, and with crs the file is published', async () => {
  const uid = await seedDataset(admin);
  const path = `/datasets/${uid}/resources`;
  await admin.upload(
    `${path}/files/`,
    'towers.zip',
    await zipOf({ ...towers, 'towers.prj': dutch(geographic('mine', 'D_Mine')) }),
  );
  const resource = {
    type: 'shapefile',
    title: 'Towers',
    datasource: { type: 'uploaded_file', file: { uid: 'towers.zip' } },
  };
  const refusal = expect.stringMatching(
    /"RD_New" cannot be used: the shift from the datum "D_Mine" to WGS 84 is unknown; give its EPSG code in the parameter crs/,
  );
  expect(await admin.rest('POST', `${path}/preview/`, resource)).toMatchObject({
    status: 400,
    body: { detail: { params: [refusal] } },
  });
  const {
    body: { uid: resourceUid },
  } = await admin.rest('POST', `${path}/`, resource);
  await admin.rest('POST', `/datasets/${uid}/publish/`);
  expect(await finishedRestStatus(app, uid)).toMatchObject({ status: 'error', is_published: false, message: refusal });
  const wrong = { ...resource, params: { crs: 'EPSG:99999' } };
  expect(await admin.rest('PUT', `${path}/${resourceUid}/`, wrong)).toMatchObject({
    status: 400,
    body: { detail: { 'params.crs': [expect.stringMatching(/EPSG:99999 is unknown/)] } },
  });
  expect(
    await admin.rest('PUT', `${path}/${resourceUid}/`, { ...resource, params: { crs: 'EPSG:28992' } }),
  ).toMatchObject({ status: 200 });
  await admin.rest('POST', `/datasets/${uid}/publish/`);
  expect(await finishedRestStatus(app, uid)).toMatchObject({ status: 'idle', is_published: true });
  expect(await recordsOf(app, uid)).toEqual([expect.objectContaining(tower)]);
});
