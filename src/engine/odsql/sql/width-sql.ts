import { sql, sqlText, type Sql } from '#kernel/sql.ts';
import type { BoundGroupKey } from '../bind/bound/bound-query.ts';
import { multipleOf } from '../multiple.ts';
import { castToDouble } from './expression-sql.ts';
import type { SqlGroupKey } from './group-key.ts';
import type { SqlField } from './scope.ts';

type WidthKey = Extract<BoundGroupKey<SqlField>, { kind: 'width' }>;

/** Ranges of a number that begin at multiples of a width. Whole numbers are exact, others are compared with the nearest double of a multiple. */
export const widthKey = ({ field, width }: WidthKey): SqlGroupKey =>
  field.type === 'int' && Number.isSafeInteger(width) ? wholeKey(field.value, width) : doubleKey(field, width);

const rangeJson = (start: Sql, end: Sql): Sql =>
  sql`coalesce('"[' || odsql.number_text(${start}) || ', ' || odsql.number_text(${end}) || '["', 'null')`;

const maxBigint = 2n ** 63n - 1n;

function wholeKey(field: Sql, width: number): SqlGroupKey {
  const whole = sqlText(`${String(width)}::bigint`);
  // numbers at the ends of bigints join the range next to theirs, because the ends of theirs are no bigints
  const [low, high] = [-maxBigint + BigInt(width), maxBigint - BigInt(width)].map((end) =>
    sqlText(`${String(end)}::bigint`),
  );
  const value = sql`least(greatest(${field}, ${low}), ${high})`;
  const rest = sql`${value} % ${whole}`;
  return {
    value: sql`(case when ${field} is not null then ${value} - ${rest} - case when ${rest} < 0 then ${whole} else 0 end end)`,
    json: (start) => sql`coalesce('"[' || (${start})::text || ', ' || (${start} + ${whole})::text || '["', 'null')`,
  };
}

function doubleKey(field: SqlField, width: number): SqlGroupKey {
  const { step, divisor, maxNumber } = multipleOf(width);
  const double = (number: number): Sql => sqlText(`${String(number)}::double precision`);
  const value = castToDouble({ kind: 'field', type: field.type, field });
  const multiple = (count: Sql): Sql => sql`((${count}) * ${double(step)} / ${double(divisor)})`;
  const count = sql`floor(${value} / ${double(width)})`;
  const isLarge = (number: Sql): Sql => sql`abs(${number}) >= ${double(maxNumber)}`;
  const [before, at, after] = [sql`${count} - 1`, count, sql`${count} + 1`].map(multiple);
  return {
    // the quotient is rounded, so that the number may lie in a range next to it
    value: sql`(case when ${isLarge(value)} then ${value} when ${after} <= ${value} then ${after}
      when ${at} > ${value} then ${before} else ${at} end)`,
    json: (start) =>
      rangeJson(
        start,
        sql`(case when ${isLarge(start)} then ${start} else ${multiple(sql`round(${start} / ${double(width)}) + 1`)} end)`,
      ),
  };
}
