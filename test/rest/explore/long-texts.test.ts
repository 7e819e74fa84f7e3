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
  readonly text: string | null;
}

const kindOf = (n: number): string => (n % 3 === 0 ? 'oak' : 'elm');

/** Texts that compress as little as coordinates do. */
const noise = Array.from({ length: 20_000 }, (_, n) => createHash('sha512').update(String(n)).digest('hex')).join(' ');

function textOf(n: number, length: number): string {
  const word = `word${String(n)} `;
  const from = (n * 7_919) % 500_000;
  return (word + noise.slice(from, from + 2_000_000).repeat(Math.ceil(length / 2_000_000))).slice(0, length);
}

/** Publishes rows as a CSV. */
async function publish(name: string, count: number, rowOf: (n: number) => Row): Promise<string> {
  function* lines() {
    yield 'n,kind,text\n';
    for (let at = 0; at < count; at++) {
      const { n, kind, text } = rowOf(at);
      yield `${String(n)},${kind},${text ?? ''}\n`;
    }
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

/** The numbers and the SHA-256 of the texts of a Parquet file, in its order, as another reader finds them. */
async function parquetRows(file: Buffer): Promise<unknown[]> {
  const folder = await mkdtemp(join(tmpdir(), 'catalograph-long-texts-'));
  const database = await DuckDBInstance.create(':memory:', { threads: '1' });
  try {
    const path = join(folder, 'file.parquet');
    await writeFile(path, file);
    const connection = await database.connect();
    const found = await connection.runAndReadAll(`select n::integer, kind, sha256(text) from read_parquet('${path}')`);
    return found.getRows();
  } finally {
    database.closeSync();
    await rm(folder, { recursive: true });
  }
}

/** Checks that rows are published, read and exported. */
async function expectWhole(uid: string, count: number, rowOf: (n: number) => Row): Promise<void> {
  const last = rowOf(count - 1);
  const kind = `kind = "${last.kind}"`;
  const ofKind = Array.from({ length: count }, (_, n) => n).filter((n) => kindOf(n) === last.kind);
  expect(await recordsOf(uid, { where: kind, order_by: 'n desc', limit: '1' })).toEqual([last]);
  expect(await recordsOf(uid, { where: `search("word${String(last.n)}") and ${kind}`, select: 'n' })).toEqual([
    { n: last.n },
  ]);
  const groups = { group_by: 'kind', select: 'kind, count(*) as total, max(length(text)) as longest', where: kind };
  expect(await recordsOf(uid, groups)).toEqual([
    { kind: last.kind, total: ofKind.length, longest: last.text?.length ?? null },
  ]);
  const csv = sha256Of(
    count,
    (at) => {
      const row = rowOf(at);
      return `${String(row.n)},${row.kind},${row.text ?? ''}\r\n`;
    },
    'n,kind,text\r\n',
  );
  expect(sha256(await exported(uid, 'csv'))).toBe(csv);
  expect(sha256(await exported(uid, 'jsonl'))).toBe(sha256Of(count, (at) => `${JSON.stringify(rowOf(at))}\n`));
  expect(await parquetRows(await exported(uid, 'parquet'))).toEqual(
    Array.from({ length: count }, (_, at) => {
      const { n, kind: own, text } = rowOf(at);
      return [n, own, text === null ? null : sha256(text)];
    }),
  );
}

test('records with texts of 100 kB are published, read and exported', async () => {
  const rowOf = (n: number): Row => ({ n, kind: kindOf(n), text: textOf(n, 100_000) });
  const count = repetitions > 1 ? 1_000 : 250;
  await expectWhole(await publish('long', count, rowOf), count, rowOf);
});

test('records with texts of 8 MB are published, read and exported', async () => {
  const rowOf = (n: number): Row => ({ n, kind: kindOf(n), text: textOf(n, 8_000_000) });
  await expectWhole(await publish('longest', 12, rowOf), 12, rowOf);
});

test('one long text among many nulls is published, read and exported, wherever it is', async () => {
  for (const place of [0, 60_000]) {
    const rowOf = (n: number): Row => ({
      n,
      kind: kindOf(n),
      text: n === place ? textOf(n, 3_000_000) : null,
    });
    const uid = await publish(`sparse-${String(place)}`, 65_000, rowOf);
    expect(
      await recordsOf(uid, { where: `search("word${String(place)}")`, select: 'n, length(text) as length' }),
    ).toEqual([{ n: place, length: 3_000_000 }]);
    expect(await recordsOf(uid, { select: 'count(text) as texts, count(*) as total', limit: '1' })).toEqual([
      { texts: 1, total: 65_000 },
    ]);
    expect((await parquetRows(await exported(uid, 'parquet')))[place]).toEqual([
      place,
      rowOf(place).kind,
      sha256(textOf(place, 3_000_000)),
    ]);
  }
});
