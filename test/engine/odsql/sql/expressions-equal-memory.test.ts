import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bindScalar } from '#engine/odsql/bind/bind-expression.ts';
import { Binding } from '#engine/odsql/bind/bound.ts';
import { bindQuery } from '#engine/odsql/bind/bind-query.ts';
import { compileExpression } from '#engine/odsql/evaluate/compile-expression.ts';
import { RecordView } from '#engine/odsql/evaluate/stored-record.ts';
import { parseSelect } from '#engine/odsql/parse/parse-clauses.ts';
import { languages } from '#engine/odsql/scope.ts';
import { rowsStatement } from '#engine/odsql/sql/query-sql.ts';
import type { SqlField } from '#engine/odsql/sql/scope.ts';
import type { Expression, SelectItem } from '#engine/odsql/tree.ts';
import { columnTable, type ColumnTable } from '#test/support/datasets/column-table.ts';
import { anyDistance, anyExpression, anyJson } from './any-expression.ts';
import { anyRecord, columns, fill, memory, timezones } from './any-record.ts';

let table: ColumnTable;
beforeAll(async () => {
  table = await columnTable(columns);
});
afterAll(() => table.close());

const anyContext = fc.record({
  timezone: fc.constantFrom(...timezones),
  language: fc.constantFrom(...languages),
  now: fc.constantFrom(new Date('2024-03-31T00:59:59.999Z'), new Date('2023-12-31T23:30:00Z')),
});

/** An instant as milliseconds, also where its local time is in the year 10000; -0 as 0. */
const comparable = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{4,5}-\d\d-\d\dT/.test(value)
    ? Date.parse(value.replace(/^10000/, '+010000'))
    : typeof value === 'number'
      ? value + 0
      : value;

function expressionOf(item: SelectItem): Expression {
  if (item.kind !== 'expression') throw new Error('The item is no expression.');
  return item.expression;
}

test('an expression has the same value in SQL as in memory', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyRecord, { minLength: 1, maxLength: 6 }),
      fc.array(fc.oneof(anyExpression.number, anyExpression.text, anyExpression.time, anyJson), {
        minLength: 5,
        maxLength: 10,
      }),
      anyContext,
      async (records, expressions, context) => {
        await fill(table, records);
        const select = parseSelect(expressions.map((expression, index) => `${expression} as v${index}`).join(', '));
        const scope = table.scope(context);
        const query = { ...bindQuery<SqlField>({ select }, scope), scope };
        const rows = await table.run(rowsStatement(query, { from: table.from, limit: null, offset: 0 }));
        const binding = new Binding({ ...memory, ...context }, 'select');
        const evaluated = select.map((item) => compileExpression(bindScalar(expressionOf(item), binding)));
        rows.forEach(({ row }, at) => {
          const view = new RecordView(records[at] ?? {});
          const found: Record<string, unknown> = JSON.parse(String(row));
          expressions.forEach((expression, index) => {
            expect({ expression, value: comparable(found[`v${index}`]) }).toEqual({
              expression,
              value: comparable(evaluated[index]?.(view)),
            });
          });
        });
      },
    ),
    { numRuns: 60 },
  );
});

test('a distance is the same in SQL as in memory, to the rounding of doubles', async () => {
  await fc.assert(
    fc.asyncProperty(anyRecord, anyDistance, async (record, distance) => {
      await fill(table, [record]);
      const [row] = await table.rows({ select: `${distance} as v` });
      const [item] = parseSelect(distance);
      const bound = item && bindScalar(expressionOf(item), new Binding(memory, 'select'));
      const value = bound && compileExpression(bound)(new RecordView(record));
      if (typeof value === 'number') expect(Math.abs(Number(row?.['v']) - value)).toBeLessThan(0.000_1);
      else expect(row).toEqual({ v: null });
    }),
    { numRuns: 30 },
  );
});
