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
      message:
        'Assumed from the content of european.csv: separator ";", encoding "windows-1252". Texts that look like numbers or dates: betrag ("1.234,50"). ' +
        'Add the proposed processors to convert them, or set the type of the field to text to keep them.',
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
      message: expect.stringContaining('Assumed from the content of rest.csv: separator ";". Texts'),
    });
  });

  test('names the other encodings that fit nearly as well', async () => {
    const header = iconv.encode('Názov obce;Počet obyvateľov\nTrnava;63803\n', 'windows-1250');
    const uid = await seedCsvDataset(admin, web.serve('/near.csv', header));
    const { message } = await runAndFinish(admin, 'publishDataset', uid);
    expect(message).toContain('encoding "windows-1250" (iso-8859-2 would fit nearly as well)');
  });
});

describe('texts that look like numbers or dates', () => {
  const csv = 'name;preis;eröffnet\nA;1.234,50;31.12.1999\nB;2,5;1.2.2000\n';
  const proposals = 'field type params reason exampleText convertedText';

  test('are proposed processors by the preview and the status, and are numbers and dates once these are taken', async () => {
    const datasetUid = await seedCsvDataset(admin, web.serve('/opened.csv', csv));
    const { dataset } = await admin.data(
      `query ($uid: ID!) { dataset(by: { uid: $uid }) { resources { nodes { preview { proposals { ${proposals} } } } } } }`,
      { uid: datasetUid },
    );
    const proposed = dataset.resources.nodes[0].preview.proposals;
    expect(proposed).toEqual([
      {
        ...{ field: 'preis', type: 'expression', exampleText: '1.234,50', convertedText: '1234.50' },
        params: { expression: 'replace(replace(field("preis"), ".", ""), ",", ".")', output_field: 'preis' },
        reason: 'The texts are numbers with a decimal comma and marks between thousands.',
      },
      {
        ...{ field: 'eroffnet', type: 'date_normalizer', exampleText: '31.12.1999', convertedText: '1999-12-31' },
        params: { field: 'eroffnet', date_format: '%d.%m.%Y' },
        reason: 'The texts are days with the day first.',
      },
    ]);
    const tried = {
      datasetUid,
      type: 'csvfile',
      datasource: { http: { connection: { url: web.serve('/tried.csv', csv) } } },
    };
    const preview = `query ($input: PreviewResourceInput!) { previewResource(input: $input) {
      fields { name type } recordsErrors { recordId fieldUid processorUid message } } }`;
    const processors = proposed.map(({ type, params }: { type: string; params: object }) => ({ type, params }));
    const wrong = { type: 'date_normalizer', params: { field: 'name', date_format: '%Y' } };
    const { previewResource } = await admin.data(preview, { input: { ...tried, processors: [...processors, wrong] } });
    expect(previewResource).toMatchObject({
      fields: [{ name: 'name' }, { name: 'preis', type: 'double' }, { name: 'eroffnet', type: 'date' }],
      recordsErrors: ['A', 'B'].map((name, index) => ({
        ...{ recordId: String(index), fieldUid: 'name', processorUid: '2' },
        message: `"${name}" is not a date in the format %Y.`,
      })),
    });
    const { errors } = await admin.graph(preview, { input: { ...tried, processors: [{ type: 'date_normalizer' }] } });
    expect(Object.keys(errors?.[0]?.extensions.fields ?? {})).toContain('processors.0.params.field');
    await runAndFinish(admin, 'publishDataset', datasetUid);
    const statusOf = `query ($uid: ID!) { dataset(by: { uid: $uid }) { status { message progress { proposals { ${proposals} } } } } }`;
    expect((await admin.data(statusOf, { uid: datasetUid })).dataset.status.progress).toEqual({ proposals: proposed });
    const append = 'mutation ($input: AppendProcessorInput!) { appendProcessor(input: $input) { processor { uid } } }';
    for (const { type, params } of proposed) await admin.data(append, { input: { datasetUid, type, params } });
    await runAndFinish(admin, 'publishDataset', datasetUid);
    expect(await recordsOf(app, datasetUid)).toEqual([
      { name: 'A', preis: 1234.5, eroffnet: '1999-12-31' },
      { name: 'B', preis: 2.5, eroffnet: '2000-02-01' },
    ]);
    expect((await admin.data(statusOf, { uid: datasetUid })).dataset.status).toEqual({
      message: expect.not.stringContaining('look like'),
      progress: { proposals: [] },
    });
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
