import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { rowXml, workbookOf } from '../engine/extractors/xlsx/workbook-of.ts';
import { testApp } from '../support/app.ts';
import { recordsOf, finishedRestStatus } from '../support/datasets/publishing.ts';

const app = await testApp();
const { admin } = app;

test('a workbook larger than the sample of a guess is read from its table, below notes and a title, with or without parameters', async () => {
  const data = Array.from({ length: 6_000 }, (_, index) => rowXml(index + 4, [randomBytes(40).toString('hex'), index]));
  const content = await workbookOf([
    ['Notes', rowXml(1, ['About this workbook']) + rowXml(2, ['Updated daily'])],
    ['Data', rowXml(1, ['A title']) + rowXml(3, ['Code', 'Count']) + data.join('')],
  ]);
  expect(content.length).toBeGreaterThan(256 * 1024);
  const {
    body: { uid },
  } = await admin.rest('POST', '/datasets/', { metadata: {} });
  const path = `/datasets/${String(uid)}`;
  await admin.upload(`${path}/resources/files/`, 'a.xlsx', content);
  const datasource = { type: 'uploaded_file', file: { uid: 'a.xlsx' } };
  const type = 'xlsfile';
  const { body: guess } = await admin.rest('POST', `${path}/resources/guess_extractor_params/`, { datasource, type });
  expect(guess.params).toEqual({ sheet: 'Data', first_row_no: 3, headers_first_row: true, extract_filename: false });
  const previewOf = async (params: object) =>
    (await admin.rest('POST', `${path}/resources/preview/`, { datasource, type, params })).body;
  const preview = await previewOf(guess.params);
  expect(preview.fields.map(({ name }: { name: string }) => name)).toEqual(['code', 'count']);
  expect(await previewOf({})).toEqual(preview);
  await admin.rest('POST', `${path}/resources/`, { type, title: 'A', params: {}, datasource });
  await admin.rest('POST', `${path}/publish/`);
  expect(await finishedRestStatus(app, uid)).toMatchObject({ status: 'idle' });
  expect(await recordsOf(app, uid)).toHaveLength(6_000);
});
