import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { testApp } from '../support/app.ts';
import { recordsOf, finishedRestStatus } from '../support/datasets/publishing.ts';

const app = await testApp();
const { admin } = app;
const fixtures = 'test/fixtures';

/** Publishes a file of unknown format: every step takes what the previous step proposes. */
async function importFile(name: string) {
  const {
    body: { uid },
  } = await admin.rest('POST', '/datasets/', { metadata: {} });
  const path = `/datasets/${String(uid)}`;
  await admin.upload(`${path}/resources/files/`, name, readFileSync(`${fixtures}/${name}`));
  const datasource = { type: 'uploaded_file', file: { uid: name } };
  const {
    body: [{ type }],
  } = await admin.rest('POST', `${path}/resources/guess_extractors/`, { datasource });
  const {
    body: { params },
  } = await admin.rest('POST', `${path}/resources/guess_extractor_params/`, { datasource, type });
  const { body: unsaved } = await admin.rest('POST', `${path}/resources/preview/`, { datasource, type, params });
  const { body: resource } = await admin.rest('POST', `${path}/resources/`, { type, title: name, params, datasource });
  const { body: preview } = await admin.rest('GET', `${path}/resources/${String(resource.uid)}/preview/`);
  expect(preview).toEqual(unsaved);
  await admin.rest('POST', `${path}/publish/`);
  return { type, preview, status: await finishedRestStatus(app, uid), records: await recordsOf(app, uid) };
}

describe('Real files are guessed, previewed and published without help', () => {
  test.each([
    ['seattle-weather.csv', 'csvfile', 1461, 'date:date'],
    ['us-employment.csv', 'csvfile', 120, 'nonfarm:int'],
    ['unemployment.tsv', 'csvfile', 3218, 'rate:double'],
    ['country-codes.csv', 'csvfile', 249, 'official_name_fr:text'],
    ['penguins.json', 'jsonfile', 344, 'beak_length_mm:double'],
    ['earthquakes.json', 'geojsonfile', 200, 'geo_point_2d:geo_point_2d'],
    ['londonBoroughs.json', 'topojsonfile', 33, 'geo_shape:geo_shape'],
    ['alltypes_plain.parquet', 'parquetfile', 8, 'timestamp_col:datetime', 'date_string_col ("03/01/09")'],
    ['alltypes_plain.snappy.parquet', 'parquetfile', 2, 'double_col:double', 'date_string_col ("04/01/09")'],
  ] as const)('Real files are guessed, previewed and published without help: %s', async (...row) => {
    const [name, expected, count, field, days] = row;
    const { type, preview, status, records } = await importFile(name);
    expect(type).toBe(expected);
    const message = days === undefined ? null : expect.stringContaining(`look like numbers or dates: ${days}.`);
    expect(status).toMatchObject({ status: 'idle', message, records_errors: [] });
    expect(records).toHaveLength(count);
    expect(preview.fields.map((field: { name: string; type: string }) => `${field.name}:${field.type}`)).toContain(
      field,
    );
    expect(preview.records).toEqual(records.slice(0, 20));
  });
});
