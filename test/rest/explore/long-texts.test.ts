import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { repetitions } from '#test/support/repetitions.ts';
import { runAndFinish, seedCsvDataset } from '#test/support/datasets/publishing.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const { admin } = app;

interface Row {
  readonly n: number;
  readonly kind: string;
  readonly text: string;
}

const kindOf = (n: number): string => (n % 3 === 0 ? 'oak' : 'elm');

/** Texts that compress as little as coordinates do. */
const noise = Array.from({ length: 20_000 }, (_, n) => createHash('sha512').update(String(n)).digest('hex')).join(' ');

function textOf(n: number, length: number): string {
  const word = `word${String(n)} `;
  const from = (n * 7_919) % 500_000;
  return (word + noise.slice(from, from + 2_000_000).repeat(Math.ceil(length / 2_000_000))).slice(0, length);
}

/** Publishes lines as a CSV. */
async function publish(name: string, head: string, count: number, lineOf: (n: number) => string): Promise<string> {
  function* lines() {
    yield `${head}\n`;
    for (let n = 0; n < count; n++) yield `${lineOf(n)}\n`;
  }
  const uid = await seedCsvDataset(
    admin,
    web.answer(`/${name}.csv`, (response) => Readable.from(lines()).pipe(response)),
  );
  expect(await runAndFinish(admin, 'publishDataset', uid)).toMatchObject({ status: 'idle' });
  return uid;
}

const get = (uid: string, path: string, query: Record<string, string>) =>
  app.http.inject(`/api/explore/v2.1/catalog/datasets/${uid}/${path}?${new URLSearchParams(query).toString()}`);

async function recordsOf(uid: string, query: Record<string, string>): Promise<unknown> {
  const answer = await get(uid, 'records', query);
  expect(answer.statusCode).toBe(200);
  return answer.json<{ results: unknown }>().results;
}

async function exported(uid: string, format: string): Promise<Buffer> {
  const { rawPayload, statusCode } = await get(uid, `exports/${format}`, { with_bom: 'false', delimiter: ',' });
  expect(statusCode).toBe(200);
  return rawPayload;
}

const sha256 = (text: Buffer | string): string => createHash('sha256').update(text).digest('hex');

/** The SHA-256 of rows that are written one after the other. */
function sha256Of(count: number, lineOf: (n: number) => string, head = ''): string {
  const hash = createHash('sha256').update(head);
  for (let n = 0; n < count; n++) hash.update(lineOf(n));
  return hash.digest('hex');
}

/** The rows of a Parquet file, in its order, as another reader finds them. */
async function parquetRows(file: Buffer, columns: string): Promise<unknown[]> {
  const folder = await mkdtemp(join(tmpdir(), 'catalograph-long-texts-'));
  const database = await DuckDBInstance.create(':memory:', { threads: '1' });
  try {
    const path = join(folder, 'file.parquet');
    await writeFile(path, file);
    const connection = await database.connect();
    const found = await connection.runAndReadAll(`select ${columns} from read_parquet('${path}')`);
    return found.getRows();
  } finally {
    database.closeSync();
    await rm(folder, { recursive: true });
  }
}

/** Publishes records with texts of a length, and checks that they are read and exported. */
async function expectWhole(name: string, count: number, length: number): Promise<void> {
  const rowOf = (n: number): Row => ({ n, kind: kindOf(n), text: textOf(n, length) });
  const lineOf = (n: number): string => Object.values(rowOf(n)).join(',');
  const uid = await publish(name, 'n,kind,text', count, lineOf);
  const last = rowOf(count - 1);
  const kind = `kind = "${last.kind}"`;
  const ofKind = Array.from({ length: count }, (_, n) => n).filter((n) => kindOf(n) === last.kind);
  expect(await recordsOf(uid, { where: kind, order_by: 'n desc', limit: '1' })).toEqual([last]);
  expect(await recordsOf(uid, { where: `search("word${String(last.n)}") and ${kind}`, select: 'n' })).toEqual([
    { n: last.n },
  ]);
  const groups = { group_by: 'kind', select: 'kind, count(*) as total, max(length(text)) as longest', where: kind };
  expect(await recordsOf(uid, groups)).toEqual([{ kind: last.kind, total: ofKind.length, longest: length }]);
  const csv = sha256Of(count, (n) => `${lineOf(n)}\r\n`, 'n,kind,text\r\n');
  expect(sha256(await exported(uid, 'csv'))).toBe(csv);
  expect(sha256(await exported(uid, 'jsonl'))).toBe(sha256Of(count, (n) => `${JSON.stringify(rowOf(n))}\n`));
  expect(await parquetRows(await exported(uid, 'parquet'), 'n::integer, kind, sha256(text)')).toEqual(
    Array.from({ length: count }, (_, n) => [n, kindOf(n), sha256(rowOf(n).text)]),
  );
}

const isLong = repetitions > 1;

test('records with texts of 100 kB are published, read and exported', async () => {
  await expectWhole('long', isLong ? 1_000 : 60, 100_000);
});

test('records with texts of 8 MB are published, read and exported', async () => {
  // a row group of the Parquet file has two of them
  await expectWhole('longest', isLong ? 12 : 3, 8_000_000);
});

test('one long text among many nulls is published, read and exported, wherever it is', async () => {
  const [count, length] = [65_000, 3_000_000];
  const places = { early: 0, late: 60_000 };
  const textAt = (n: number, place: number): string => (n === place ? textOf(n, length) : '');
  const uid = await publish(
    'sparse',
    'n,early,late',
    count,
    (n) => `${String(n)},${textAt(n, places.early)},${textAt(n, places.late)}`,
  );
  const rows = await parquetRows(await exported(uid, 'parquet'), 'n::integer, sha256(early), sha256(late)');
  for (const [name, place] of Object.entries(places)) {
    expect(
      await recordsOf(uid, { where: `search("word${String(place)}")`, select: `n, length(${name}) as length` }),
    ).toEqual([{ n: place, length }]);
    expect(await recordsOf(uid, { select: `count(${name}) as texts, count(*) as total`, limit: '1' })).toEqual([
      { texts: 1, total: count },
    ]);
    const hash = (own: number): string | null => (own === place ? sha256(textOf(place, length)) : null);
    expect(rows[place]).toEqual([place, hash(places.early), hash(places.late)]);
  }
});
