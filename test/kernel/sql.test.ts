import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { odsql, recordTables, sql, sqlAnd, sqlJoin, sqlName, sqlText, totals, type Sql } from '#kernel/sql.ts';

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

test('a schema precedes the names of its functions and tables, and is a prefix of them in a catalog with one schema', () => {
  const title = sql`${odsql}fold(${'It is odsql.fold'})`;
  const table = sql`${recordTables}g${sqlText('1')}`;
  const statement = sql`select ${title}, ${odsql}words(${title}) from ${table}, ${totals}row_total where id = ${7}`;
  const texts = {
    named: 'select odsql.fold($1), odsql.words(odsql.fold($2)) from records.g1, totals.row_total where id = $3',
    one: 'select "app".odsql_fold($1), "app".odsql_words("app".odsql_fold($2)) from "app".records_g1, "app".totals_row_total where id = $3',
  };
  const rendered = statement.render();
  expect(rendered.values).toEqual(['It is odsql.fold', 'It is odsql.fold', 7]);
  expect([rendered.text, rendered.textIn(undefined)]).toEqual([texts.named, texts.named]);
  expect([rendered.textIn('app'), rendered.textIn('other'), rendered.textIn('app')]).toEqual([
    texts.one,
    texts.one.replaceAll('"app"', '"other"'),
    texts.one,
  ]);
  const write = (schema?: string) => statement.write((value) => (value === 7 ? '$3' : '$1'), schema);
  expect(write()).toBe(texts.named.replace('$2', '$1'));
  expect(write('app')).toBe(texts.one.replace('$2', '$1'));
});
