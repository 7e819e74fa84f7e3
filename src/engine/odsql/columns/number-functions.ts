import type { ColumnFunctions } from '../../../platform/columns/column-functions.ts';

/** Arithmetic over doubles, and numbers as texts. */
export const numberFunctions: ColumnFunctions = {
  macros: [
    // Null where the result is no number or infinite. Adding 0 turns -0 into 0.
    'create macro odsql.add(a, b) as case when isfinite(a + b) then a + b + 0 end',
    'create macro odsql.multiply(a, b) as case when isfinite(a * b) then a * b + 0 end',
    'create macro odsql.divide(a, b) as case when isfinite(a / b) then a / b + 0 end',
    // A whole number with at least some digits.
    `create macro odsql.digits(number, width) as lpad(number::text, greatest(width, length(number::text))::int, '0')`,
    // JSON differs from JavaScript in three ways: it ends whole numbers with .0, keeps the sign of zero, and writes no + in exponents.
    `create macro odsql.number_text(number) as case when number = trunc(number) and abs(number) < 1e15 then number::bigint::text
      when abs(number) >= 1e21 then replace(replace(to_json(number)::text, '.0e', 'e'), 'e', 'e+')
      else regexp_replace(to_json(number)::text, '\\.0$', '') end`,
  ],
  scalars: [],
};
