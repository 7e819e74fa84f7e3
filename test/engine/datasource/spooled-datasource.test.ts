import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { type DatasourceReader, SpooledDatasource } from '#engine/datasource/datasource.ts';

const { signal } = new AbortController();

/** A source whose content begins with the number of the opening, and comes in chunks of ten characters. */
function countedSource(isRepeatable = false) {
  let openings = 0;
  const source: DatasourceReader = {
    isRepeatable,
    openStream: async () => {
      openings += 1;
      const chunks = [`opening ${openings}:`, ...Array.from({ length: 10_000 }, () => '0123456789')];
      const content = Readable.from(
        chunks.map((chunk) => Buffer.from(chunk)),
        { objectMode: false },
      );
      return { filename: 'data.csv', mimetype: 'text/csv', size: null, content };
    },
  };
  return { source, openings: () => openings };
}

const whole = (opening: number) => `opening ${opening}:${'0123456789'.repeat(10_000)}`;
const read = async (spooled: SpooledDatasource) => text((await spooled.openStream(signal)).content);

/** Reads the first bytes of a source and no more. */
async function readStart(spooled: SpooledDatasource): Promise<void> {
  const { content } = await spooled.openStream(signal);
  for await (const chunk of content) {
    expect(String(chunk)).toMatch(/^opening/);
    break;
  }
}

test('a source that was read to its end is read again from the file, with its name', async () => {
  const { source, openings } = countedSource();
  const spooled = new SpooledDatasource(source);
  expect(await read(spooled)).toBe(whole(1));
  expect(await read(spooled)).toBe(whole(1));
  expect(await spooled.openStream(signal)).toMatchObject({ filename: 'data.csv', mimetype: 'text/csv' });
  expect(openings()).toBe(1);
  await spooled.close();
});

test('a source of which only the beginning was read is opened again, and then read from the file', async () => {
  const { source, openings } = countedSource();
  const spooled = new SpooledDatasource(source);
  await readStart(spooled);
  await readStart(spooled);
  expect(await read(spooled)).toBe(whole(3));
  expect(await read(spooled)).toBe(whole(3));
  expect(openings()).toBe(3);
  await spooled.close();
});

test('a source that is repeatable is not spooled', async () => {
  const { source, openings } = countedSource(true);
  const spooled = new SpooledDatasource(source);
  expect([await read(spooled), await read(spooled)]).toEqual([whole(1), whole(2)]);
  expect(openings()).toBe(2);
});

test('a source that fails is opened again', async () => {
  let openings = 0;
  const spooled = new SpooledDatasource({
    openStream: async () => {
      openings += 1;
      const content = Readable.from(openings === 1 ? failing() : [Buffer.from('whole')], { objectMode: false });
      return { filename: 'data.csv', mimetype: null, size: null, content };
    },
  });
  await expect(read(spooled)).rejects.toThrow('cut');
  expect(await read(spooled)).toBe('whole');
  await spooled.close();
});

async function* failing() {
  yield await Promise.resolve(Buffer.from('beginning'));
  throw new Error('cut');
}
