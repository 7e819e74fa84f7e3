import type { ColumnFunctions } from '#platform/columns/column-functions.ts';

/** Arithmetic over doubles, and numbers as texts. */
export const numberFunctions: ColumnFunctions = {
  macros: [
    // An expression of ODSQL has 200 operators at most, each of which becomes a few levels of SQL. The default is 1000.
    'set global max_expression_depth = 3000',
    // The result may be infinite or no number; statements check it.
    'create macro odsql.add(a, b) as a + b',
    'create macro odsql.multiply(a, b) as a * b',
    'create macro odsql.divide(a, b) as a / b',
    // Null for a number that is infinite or none; 0 for -0. The first repeats its argument. The second does not, because a statement that
    // nests it would double in size with each level.
    'create macro odsql.finite_plain(number) as case when isfinite(number) then number + 0 end',
    'create macro odsql.finite(number) as list_transform([number], lambda item: case when isfinite(item) then item + 0 end)[1]',
    // A whole number with at least some digits.
    "create macro odsql.digits(number, width) as format('{:0' || width || 'd}', number)",
    // JSON differs from JavaScript in three ways: it ends whole numbers with .0, keeps the sign of zero, and writes no + in exponents.
    `create macro odsql.number_text(number) as case when number = trunc(number) and abs(number) < 1e15 then number::bigint::text
      when abs(number) >= 1e21 then replace(replace(to_json(number)::text, '.0e', 'e'), 'e', 'e+')
      else regexp_replace(to_json(number)::text, '\\.0$', '') end`,
  ],
  scalars: [],
};
