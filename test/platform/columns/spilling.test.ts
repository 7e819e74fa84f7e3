import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { EngineFixture, statementOf, textOf, until } from './engine-fixture.ts';

const fixture = await EngineFixture.create();
afterAll(() => fixture.close());

const count = 600_000;
/** The groups and the sorted rows of this many texts have about 100 MB. */
const larger = [
  statementOf(
    sql`count(*)::text from (select repeat(md5(i::text), 4) as a, count(*) from range(${count}) t(i) group by a)`,
  ),
  statementOf(
    sql`count(*)::text from (select repeat(md5(i::text), 4) as a from range(${count}) t(i) order by a offset 0)`,
  ),
];

/** The bytes of the files to which statements have moved what exceeds the memory. A refused write may leave an empty file. */
async function spilledBytes(): Promise<number> {
  const names = await readdir(fixture.cacheFolder, { recursive: true });
  const spilled = names.filter((name) => name.includes('spill-') && name.endsWith('.tmp'));
  const sizes = await Promise.all(
    spilled.map((name) =>
      stat(join(fixture.cacheFolder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

test('a query that exceeds the memory continues on the disk, and is refused where it may not', async () => {
  const memoryLimit = 64e6;
  const spilling = await fixture.engine({ memoryLimit });
  const refusing = await fixture.engine({ memoryLimit, tempBytes: 1e6 });
  for (const statement of larger) {
    expect(await textOf(spilling, statement)).toBe(String(count));
    await expect(textOf(refusing, statement)).rejects.toMatchObject({ code: 'QUERY_TOO_LARGE' });
    expect(await textOf(refusing, statementOf(sql`'still there'`))).toBe('still there');
  }
  await until(async () => (await spilledBytes()) === 0);
});
