import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sql, sqlAnd, sqlJoin, sqlName, sqlText, type Sql } from '#kernel/sql.ts';

test('a value becomes a parameter, a piece is set in place', () => {
  const condition = sql`uid = ${'da_1'}`;
  expect(sql`select ${sqlName('a"b')} from t where ${condition} limit ${5}`.render()).toEqual({
    text: 'select "a""b" from t where uid = $1 limit $2',
    values: ['da_1', 5],
  });
});

test('conditions are held together, and nothing to hold is true', () => {
  expect(sqlAnd(sql`a = ${1}`, undefined, sql`b`).render()).toEqual({ text: '(a = $1) and (b)', values: [1] });
  expect(sqlAnd(undefined).render().text).toBe('true');
  expect(sqlJoin([], ', ').render().text).toBe('');
});

test('however pieces are nested, no value is in the text and every parameter has its value', () => {
  const piece: fc.Memo<Sql> = fc.memo((depth) => {
    const value = fc.string().map((text) => sql`v = ${`§${text}`}`);
    return depth <= 1
      ? value
      : fc.oneof(
          value,
          fc.array(piece(depth - 1), { maxLength: 3 }).map((pieces) => sql`(${sqlJoin(pieces, ' or ')})`),
          fc.constant(sqlText('true')),
        );
  });
  fc.assert(
    fc.property(piece(4), (statement) => {
      const { text, values } = statement.render();
      expect(text).not.toContain('§');
      expect([...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number))).toEqual(
        values.map((_value, index) => index + 1),
      );
    }),
  );
});
