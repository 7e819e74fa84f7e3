import { afterAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Pool } from 'pg';
import { arrayLiteral } from '#platform/database/orm-driver.ts';
import { emptyDatabase } from '#test/support/database/database.ts';

const database = await emptyDatabase();
const pool = new Pool({ connectionString: database.url, max: 1 });
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('the texts of an array are stored as they are', async () => {
  const text = fc.oneof(
    fc.constantFrom('null', 'NULL', '', ' a ', 'a\nb', '\t', '{}', '"', '\\', '\\n', 'a,b', "'"),
    fc.string({ unit: 'grapheme' }).filter((each) => !each.includes('\0')),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 5 }), async (texts) => {
      const { rows } = await pool.query<{ texts: string[] }>('select $1::text[] as texts', [arrayLiteral(texts)]);
      expect(rows).toEqual([{ texts }]);
    }),
  );
});
