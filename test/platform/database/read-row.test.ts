import { afterAll, expect, test } from '@jest/globals';
import { Pool } from 'pg';
import fc from 'fast-check';
import { maxAnswerMebibytes } from '#kernel/json.ts';
import { sql } from '#kernel/sql.ts';
import { createPoolClient } from '#platform/database/pool-client.ts';
import { limitResultSize, releaseLostClients } from '#platform/database/open-pool.ts';
import { prepareStatements, ResultBudget, RowReader } from '#platform/database/statements.ts';
import { testDatabase } from '#test/support/database/database.ts';

const database = await testDatabase();
const pool = new Pool({ connectionString: database.url, max: 1 });
pool.on('error', () => undefined);
releaseLostClients(pool);
limitResultSize(pool);
prepareStatements(pool);
afterAll(() => pool.end());
const client = createPoolClient(pool);

const texts = async (...columns: readonly unknown[]) => {
  const statement = sql`select ${sql`${JSON.stringify(columns)}::text`}, null::text, ''`.render();
  return client.texts(statement, {});
};

test.each(['', 'é', '😀', '\u0001\u001f', '\u2028\u2029', '\ufeff', 'x'.repeat(70_000), '😀'.repeat(700_000)])(
  'the columns of a row are its bytes: %#',
  async (text) => {
    const expected = Buffer.from(JSON.stringify([text]));
    // the statement is prepared when it runs for the second time
    for (let run = 0; run < 3; run += 1) expect(await texts(text)).toEqual([expected, null, Buffer.alloc(0)]);
  },
);

test('without a row there are no columns, and of several rows those of the first are returned', async () => {
  expect(await client.texts(sql`select ${1}::text where false`.render(), {})).toBeUndefined();
  const rows = sql`select value::text from generate_series(${1}::int, 5000) value`.render();
  expect(await client.texts(rows, {})).toEqual([Buffer.from('1')]);
});

test('a statement whose row is read as bytes gets no description of its columns, and other statements do', async () => {
  const connection = await pool.connect();
  let descriptions = 0;
  const count = () => (descriptions += 1);
  connection.connection.on('rowDescription', count);
  connection.release();
  await texts('a');
  await texts('b');
  expect(descriptions).toBe(0);
  expect(await client.rows(sql`select ${'a'}::text as a`)).toEqual([{ a: 'a' }]);
  expect(descriptions).toBe(1);
  await texts('c');
  expect(descriptions).toBe(1);
  connection.connection.off('rowDescription', count);
});

test('a statement that fails leaves a connection that works, and statements of every kind', async () => {
  const failing = sql`select (1 / ${0}::int)::text`.render();
  await expect(client.texts(failing, {})).rejects.toMatchObject({ code: '22012' });
  expect(await texts(1)).toEqual([Buffer.from('[1]'), null, Buffer.alloc(0)]);
  expect(await client.rows(sql`select ${'a'}::text as a`)).toEqual([{ a: 'a' }]);
});

test('statements of a snapshot that are sent together do not receive the rows of others', async () => {
  await client.inSnapshot(async (snapshot) => {
    const found = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0
          ? snapshot.texts(sql`select ${String(index)}::text`.render(), {})
          : snapshot.rows(sql`select ${String(index)}::text as value`),
      ),
    );
    expect(found).toEqual(
      found.map((_, index) => (index % 2 === 0 ? [Buffer.from(String(index))] : [{ value: String(index) }])),
    );
  });
});

const maxResultBytes = maxAnswerMebibytes * 1024 * 1024;

test('a row beyond the limit and a result beyond the budget fail', async () => {
  const large = (bytes: number) => sql`select repeat('x', ${bytes}::int)`.render();
  await expect(client.texts(large(maxResultBytes), {})).rejects.toMatchObject({ code: 'ANSWER_TOO_LARGE' });
  const budget = new ResultBudget();
  const most = large(maxResultBytes * 0.75);
  expect((await client.texts(most, {}, { budget }))?.[0]?.length).toBe(maxResultBytes * 0.75);
  await expect(client.texts(most, {}, { budget })).rejects.toMatchObject({ code: 'ANSWER_TOO_LARGE' });
});

test('a row beyond the limit is refused at its header', () => {
  const refused: unknown[] = [];
  const reader = new RowReader(
    () => undefined,
    (failure) => refused.push(failure),
  );
  reader.start();
  reader.read(Buffer.from('D\x7f\x00\x00\x00'));
  expect(refused).toMatchObject([{ code: 'ANSWER_TOO_LARGE' }]);
});

test('messages that arrive in any parts are read alike, and a reader that has stopped holds no row', () => {
  const message = (type: string, body: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(body.length + 4);
    return Buffer.concat([Buffer.from(type), length, body]);
  };
  const row = message('D', Buffer.from('\0\u0002\0\0\0\u0004😀\0\0\0\0'));
  const others = [
    message('2', Buffer.alloc(0)),
    message('T', Buffer.from('description')),
    message('Z', Buffer.from('I')),
  ];
  const [bound = row, described = row, ready = row] = others;
  const all = Buffer.concat([bound, described, row, ready]);
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(all.length)), (cuts) => {
      const forwarded: Buffer[] = [];
      const reader = new RowReader(
        (bytes) => forwarded.push(bytes),
        (failure) => {
          throw failure;
        },
      );
      reader.start();
      const places = [0, ...cuts.toSorted((one, other) => one - other), all.length];
      places.slice(1).forEach((end, index) => {
        reader.read(all.subarray(places[index], end));
      });
      expect(Buffer.concat(forwarded)).toEqual(Buffer.concat(others));
      expect(reader.row).toEqual([Buffer.from('😀'), Buffer.alloc(0)]);
      reader.stop();
      expect(reader.row).toBeUndefined();
      reader.read(row);
      expect(forwarded.at(-1)).toBe(row);
    }),
  );
});
