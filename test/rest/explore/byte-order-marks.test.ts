import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { runAndFinish, seedCsvDataset } from '#test/support/datasets/publishing.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const mark = '\uFEFF';
const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
// a mark at the beginning of a text, a text that is nothing else, and one in the middle
const texts = [`${mark}oak`, 'oak', mark, `o${mark}ak`, `${mark}${'long enough to be no short text '.repeat(3)}`];
const csv = ['text,n', ...texts.map((text, n) => `"${text}",${n}`)].join('\n');
const uid = await seedCsvDataset(app.admin, web.serve('/marks.csv', csv));
await runAndFinish(app.admin, 'publishDataset', uid);

async function answerTo(path: string): Promise<string> {
  const { rawPayload, statusCode } = await app.http.inject(`/api/explore/v2.1/catalog/datasets/${uid}/${path}`);
  expect(statusCode).toBe(200);
  return rawPayload.toString();
}

const textsOf = (rows: readonly { readonly text: string }[]): string[] => rows.map(({ text }) => text);

test('a text that begins with a byte order mark keeps it, as a record and in exports', async () => {
  expect(textsOf(JSON.parse(await answerTo('records?limit=10')).results)).toEqual(texts);
  expect(textsOf(JSON.parse(await answerTo('exports/json')))).toEqual(texts);
  expect(await answerTo('exports/csv?with_bom=false&delimiter=,')).toBe(
    ['text,n', ...texts.map((text, n) => `${text},${n}`), ''].join('\r\n'),
  );
});

test('it is part of the values of groups, facets and functions', async () => {
  const sorted = texts.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  const groups = JSON.parse(await answerTo('records?group_by=text&order_by=text'));
  expect(textsOf(groups.results)).toEqual(sorted);
  const { facets } = JSON.parse(await answerTo('facets?facet=text'));
  expect(facets[0].facets.map(({ name }: { name: string }) => name).toSorted()).toEqual(texts.toSorted());
  const lengths = JSON.parse(await answerTo('records?select=length(text)%20as%20characters&limit=10'));
  expect(lengths.results).toEqual(texts.map(({ length }) => ({ characters: length })));
});
