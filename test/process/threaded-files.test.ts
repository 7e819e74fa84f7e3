import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from '@jest/globals';
import { utils, write } from '@e965/xlsx';
import { serialize } from 'flatgeobuf/lib/mjs/geojson.js';
import { serve } from '../platform/fetcher/web.ts';
import { builtProcesses, patience } from './built-process.ts';

const { newFolder, start } = builtProcesses();

function spreadsheet(): Buffer {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([['town'], ['Bern']]), 'towns');
  return write(book, { type: 'buffer', bookType: 'ods' }) as Buffer;
}

const flatGeobuf = (): Buffer =>
  Buffer.from(
    serialize({
      type: 'FeatureCollection',
      features: [
        { type: 'Feature', properties: { town: 'Bern' }, geometry: { type: 'Point', coordinates: [7.4, 46.9] } },
      ],
    }),
  );

function geoPackage(): Buffer {
  const path = join(tmpdir(), `test-${process.pid}-built.gpkg`);
  const database = new DatabaseSync(path);
  database.exec(`create table gpkg_spatial_ref_sys (srs_id integer, organization text, organization_coordsys_id integer, definition text);
    create table gpkg_contents (table_name text, data_type text);
    create table gpkg_geometry_columns (table_name text, column_name text, srs_id integer);
    create table towns (town text);
    insert into gpkg_contents values ('towns', 'attributes');
    insert into towns values ('Bern');`);
  database.close();
  const bytes = readFileSync(path);
  rmSync(path);
  bytes.write('GPKG', 68);
  return bytes;
}

test(
  'the built service reads the formats of threads',
  async () => {
    const files: Readonly<Record<string, Buffer>> = {
      xlsfile: spreadsheet(),
      flatgeobuf: flatGeobuf(),
      geopackage: geoPackage(),
    };
    const web = await serve((request, response) => response.end(files[request.url?.slice(1) ?? '']));
    const gateway = await start({ DATA_DIR: await newFolder(), FETCH_ALLOW: web });
    const ask = async (query: string, input: object): Promise<unknown> => {
      const response = await fetch(`${gateway.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Apikey ${gateway.key ?? ''}` },
        body: JSON.stringify({ query, variables: { input } }),
      });
      return response.json();
    };
    const created = (await ask(
      'mutation ($input: CreateDatasetInput!) { createDataset(input: $input) { dataset { uid } } }',
      { datasetId: 'towns', metadata: {} },
    )) as { data: { createDataset: { dataset: { uid: string } } } };
    const datasetUid = created.data.createDataset.dataset.uid;
    for (const type of Object.keys(files))
      expect(
        await ask('query ($input: PreviewResourceInput!) { previewResource(input: $input) { records } }', {
          datasetUid,
          type,
          datasource: { http: { connection: { url: `http://${web}/${type}` } } },
        }),
      ).toMatchObject({ data: { previewResource: { records: [{ town: 'Bern' }] } } });
    await gateway.end('SIGTERM');
  },
  patience,
);
