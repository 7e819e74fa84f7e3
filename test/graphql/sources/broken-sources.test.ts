import { describe, expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import {
  requestRun,
  runAndFinish,
  recordsOf,
  seedCsvDataset,
  finishedRestStatus,
  finishedStatus,
  statusReached,
} from '#test/support/datasets/publishing.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const { admin } = app;

const kept = 'The records published before are unchanged.';
const emptied =
  'The publication made no records, but the dataset has records. Check the sources and processors. To publish the dataset without records, send accept_empty.';
const published = { status: 'idle', message: null, isPublished: true };

/** A published dataset of two records, and where its source is. */
async function publishedDataset(path: string): Promise<string> {
  const uid = await seedCsvDataset(admin, web.serve(path, 'n,text\n1,one\n2,two\n'));
  expect(await runAndFinish(admin, 'publishDataset', uid)).toMatchObject(published);
  return uid;
}
const good = [
  { n: 1, text: 'one' },
  { n: 2, text: 'two' },
];

describe('a source that answers something else than its data', () => {
  test.each<[string, string | Buffer, RegExp]>([
    [
      'a login page',
      '<!DOCTYPE html>\n<html lang="fr"><head><title>Se connecter\n à la préfecture</title></head><body><form></form></body></html>',
      /the file is an HTML page, which is not supported; its title is "Se connecter à la préfecture"/,
    ],
    ['an error in JSON', '{"error": {"code": 401, "message": "token, expired"}}', /the file is JSON, not a table/],
    ['a list in JSON', `[${'{"n": 1, "text": "one"},\n'.repeat(100)}{}]`, /the file is JSON, not a table/],
    [
      'an error in XML',
      '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>',
      /the file is XML, not a table/,
    ],
    ['another document in XML', '<rows><row n="1"/><row n="2"/></rows>', /the file is XML, not a table/],
    ['an image', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), /a PNG image/],
    [
      'bytes of no known kind',
      Buffer.from(Array.from({ length: 900 }, (_, index) => (index * 7919) % 251)),
      /the file is binary data, not a table/,
    ],
    ['nothing', '', /the file is empty: the source sent no data/],
  ])(
    'is reported by publications, previews and guesses alike, and the records stay: %s',
    async (name, body, expected) => {
      const path = `/${name.replaceAll(' ', '-')}.csv`;
      const uid = await publishedDataset(path);
      const url = web.answer(path, (response) => response.end(body));
      const status = await runAndFinish(admin, 'publishDataset', uid);
      expect(status).toMatchObject({ status: 'error', isPublished: true, message: expect.stringMatching(expected) });
      expect(status.message).toContain(kept);
      expect(await recordsOf(app, uid)).toEqual(good);
      const datasource = { http: { connection: { url } } };
      const { errors: [previewed] = [] } = await admin.graph(
        'query ($input: PreviewResourceInput!) { previewResource(input: $input) { records } }',
        { input: { datasetUid: uid, type: 'csvfile', datasource } },
      );
      expect(previewed?.message).toMatch(expected);
      if (name === 'nothing') return;
      const { errors: [guessed] = [] } = await admin.graph(
        'query ($input: GuessExtractorParamsInput!) { guessExtractorParams(input: $input) { params } }',
        { input: { datasetUid: uid, type: 'csvfile', datasource } },
      );
      expect(guessed?.message).toMatch(expected);
    },
  );

  test('is named in the message and in params, among others', async () => {
    const uid = await publishedDataset('/first.csv');
    const broken = web.answer('/second.csv', (response) => response.end(''));
    const { createResource } = await admin.data(
      'mutation ($input: CreateResourceInput!) { createResource(input: $input) { resource { uid } } }',
      {
        input: {
          datasetUid: uid,
          type: 'csvfile',
          title: 'Second',
          datasource: { http: { connection: { url: broken } } },
        },
      },
    );
    const resource = { uid: createResource.resource.uid, title: 'Second' };
    expect(await runAndFinish(admin, 'publishDataset', uid)).toMatchObject({
      status: 'error',
      params: { resource },
      message: `Resource Second (${resource.uid}): The data could not be extracted: the file is empty: the source sent no data. ${kept}`,
    });
  });

  test('a source that answers something else than its data fails also where it is no answer at all, or less than it promised', async () => {
    const uid = await publishedDataset('/short.csv');
    web.answer('/short.csv', (response) => response.writeHead(204).end());
    expect(await runAndFinish(admin, 'publishDataset', uid)).toMatchObject({
      status: 'error',
      message: expect.stringContaining('the source sent no data'),
    });
    web.answer('/short.csv', (response) => {
      response.writeHead(200, { 'content-length': 1_000 }).write('n,text\n3,three\n');
      setTimeout(() => {
        response.destroy();
      }, 50);
    });
    expect(await runAndFinish(admin, 'publishDataset', uid)).toMatchObject({
      status: 'error',
      message: expect.stringContaining('closed the connection before the end'),
    });
    expect(await recordsOf(app, uid)).toEqual(good);
  });

  test('has no column of before, which is held back until it is accepted', async () => {
    const uid = await publishedDataset('/other.csv');
    web.serve('/other.csv', 'The service is under maintenance.\nCome back tomorrow.\n');
    expect(await runAndFinish(admin, 'publishDataset', uid)).toMatchObject({
      status: 'error',
      message: `No field of the previous publication is left: n, text. Check the sources, processors and field configurations. To publish this result, send accept_result. ${kept}`,
    });
    expect(await recordsOf(app, uid)).toEqual(good);
    web.serve('/other.csv', 'status,detail\nmaintenance,tomorrow\n');
    expect(await runAndFinish(admin, 'publishDataset', uid, { isResultAccepted: true })).toMatchObject({
      status: 'idle',
      message: 'No field of the previous publication is left: n, text.',
    });
    web.serve('/other.csv', 'status,n\nfine,1\n');
    expect(await runAndFinish(admin, 'publishDataset', uid)).toMatchObject(published);
  });
});

describe('a publication without records', () => {
  test('a publication without records of a dataset that has some fails, unless that is accepted, by either door', async () => {
    const uid = await publishedDataset('/emptied.csv');
    web.serve('/emptied.csv', 'n,text\n');
    expect(await runAndFinish(admin, 'publishDataset', uid)).toMatchObject({
      status: 'error',
      message: `${emptied} ${kept}`,
    });
    expect(await runAndFinish(admin, 'publishDataset', uid, { isEmptyAccepted: false })).toMatchObject({
      status: 'error',
    });
    expect(await recordsOf(app, uid)).toEqual(good);
    expect(await runAndFinish(admin, 'publishDataset', uid, { isEmptyAccepted: true })).toMatchObject(published);
    expect(await recordsOf(app, uid)).toEqual([]);

    const other = await publishedDataset('/nothing-left.csv');
    web.serve('/nothing-left.csv', '');
    await admin.rest('POST', `/datasets/${other}/publish/`);
    expect((await finishedRestStatus(app, other)).status).toBe('error');
    expect(await admin.rest('POST', `/datasets/${other}/publish/?accept_empty=perhaps`)).toMatchObject({ status: 400 });
    expect(await admin.rest('POST', `/datasets/${other}/publish/?accept_empty=true`)).toMatchObject({ status: 200 });
    expect((await finishedRestStatus(app, other)).status).toBe('idle');
    expect(await recordsOf(app, other)).toEqual([]);
  });

  test('a publication without records of a dataset that has none is fine, as long as its source is a table', async () => {
    const uid = await seedCsvDataset(admin, web.serve('/header.csv', 'n,text\n'));
    expect(await runAndFinish(admin, 'publishDataset', uid)).toMatchObject(published);
    expect(await runAndFinish(admin, 'publishDataset', uid)).toMatchObject(published);
    const nothing = await seedCsvDataset(admin, web.serve('/nothing-at-all.csv', ''));
    expect(await runAndFinish(admin, 'publishDataset', nothing)).toMatchObject({
      status: 'error',
      isPublished: false,
    });
  });

  test('a publication without records that was aborted before its first record changes nothing', async () => {
    const uid = await publishedDataset('/aborted.csv');
    const tap = web.stream('/aborted.csv');
    await requestRun(admin, 'publishDataset', uid);
    await statusReached(admin, uid, 'processing');
    await requestRun(admin, 'abortDatasetPublishing', uid);
    expect(await finishedStatus(admin, uid)).toMatchObject({
      status: 'idle',
      message: `The publication was aborted before it made a record. ${kept}`,
    });
    expect(await recordsOf(app, uid)).toEqual(good);
    tap.close();
  });
});
