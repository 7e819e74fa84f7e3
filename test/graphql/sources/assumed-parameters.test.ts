import { describe, expect, test } from '@jest/globals';
import iconv from 'iconv-lite';
import { testApp } from '#test/support/app.ts';
import { finishedStatus, recordsOf, runAndFinish, seedCsvDataset } from '#test/support/datasets/publishing.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const { admin } = app;

const european = iconv.encode(
  'Straße;Betrag;Bemerkung\r\nKönigsallee;1.234,50;12 €\r\nGrüner Weg;2,5;geöffnet – täglich\r\n',
  'windows-1252',
);
const paramsOf = async (uid: string) =>
  (await admin.data('query ($uid: ID!) { dataset(by: { uid: $uid }) { resources { nodes { params } } } }', { uid }))
    .dataset.resources.nodes;

describe('a publication of a file whose resource leaves parameters out', () => {
  test('reads a European file as guesses do, says what was assumed, and stores nothing', async () => {
    const uid = await seedCsvDataset(admin, web.serve('/european.csv', european));
    expect(await runAndFinish(admin, 'publishDataset', uid)).toMatchObject({
      status: 'idle',
      isPublished: true,
      recordsErrors: [],
      message: 'Assumed from the content of european.csv: separator ";", encoding "windows-1252".',
    });
    expect(await recordsOf(app, uid)).toEqual([
      { strasse: 'Königsallee', betrag: '1.234,50', bemerkung: '12 €' },
      { strasse: 'Grüner Weg', betrag: '2,5', bemerkung: 'geöffnet – täglich' },
    ]);
    expect(await paramsOf(uid)).toEqual([{ params: {} }]);
  });

  test('guesses the rest around what is given', async () => {
    const uid = await seedCsvDataset(admin, web.serve('/rest.csv', european), { encoding: 'windows-1252' });
    expect(await runAndFinish(admin, 'publishDataset', uid)).toMatchObject({
      status: 'idle',
      message: 'Assumed from the content of rest.csv: separator ";".',
    });
  });

  test('names the other encodings that fit nearly as well', async () => {
    const header = iconv.encode('Názov obce;Počet obyvateľov\nTrnava;63803\n', 'windows-1250');
    const uid = await seedCsvDataset(admin, web.serve('/near.csv', header));
    const { message } = await runAndFinish(admin, 'publishDataset', uid);
    expect(message).toContain('encoding "windows-1250" (iso-8859-2 would fit nearly as well)');
  });
});

describe('the first publication of a file that given parameters do not fit', () => {
  test('is held back where bytes would be replaced, with the line and the encoding, until that is accepted', async () => {
    const uid = await seedCsvDataset(admin, web.serve('/replaced.csv', european), {
      encoding: 'utf-8',
      separator: ';',
    });
    const held = await runAndFinish(admin, 'publishDataset', uid);
    expect(held).toMatchObject({ status: 'error', isPublished: false });
    expect(held.message).toContain('replaced.csv: the content suggests the encoding windows-1252 in place of utf-8.');
    expect(held.message).toMatch(
      /invalid in the encoding utf-8 were replaced by U\+FFFD in \d+ places, first at line 1\./,
    );
    expect(held.message).toContain('send accept_result');
    expect(await runAndFinish(admin, 'publishDataset', uid, { isResultAccepted: true })).toMatchObject({
      status: 'idle',
      isPublished: true,
      message: expect.stringContaining('first at line 1'),
    });
  });

  test('is held back where another separator would split its only column, by REST as well', async () => {
    const uid = await seedCsvDataset(admin, web.serve('/column.csv', 'a;b;c\n1;2;3\n4;5;6\n'), { separator: ',' });
    expect(await runAndFinish(admin, 'publishDataset', uid)).toMatchObject({
      status: 'error',
      isPublished: false,
      message: expect.stringContaining(
        'column.csv: the separator "," leaves one column, and ";" would split it into 3.',
      ),
    });
    await admin.rest('POST', `/datasets/${uid}/publish/?accept_result=true`);
    expect(await finishedStatus(admin, uid)).toMatchObject({ status: 'idle', isPublished: true });
  });
});
