import type { ComparisonOperator, Filter, Literal } from '../../engine/filter-query/filter.ts';
import { sql, sqlJoin, sqlText, type Sql } from '../../kernel/sql.ts';

const operators: Readonly<Record<ComparisonOperator, Sql>> = {
  '=': sqlText('='), '!=': sqlText('<>'), '<': sqlText('<'), '<=': sqlText('<='), '>': sqlText('>'), '>=': sqlText('>='),
};

/**
 * That a record, whose fields a jsonb object holds, is one of those that a filter lets through. A field without a value, or of
 * another kind than what it is compared with, is neither so nor otherwise: such a record is left out.
 */
export function recordsMatching(filter: Filter, record: Sql): Sql {
  switch (filter.kind) {
    case 'and': case 'or': return sql`(${sqlJoin(filter.filters.map((each) => recordsMatching(each, record)), ` ${filter.kind} `)})`;
    case 'not': return sql`(not ${recordsMatching(filter.filter, record)})`;
    case 'comparison': return compared(record, filter.field, filter.operator, filter.value);
    case 'in': return sql`(${sqlJoin(filter.values.map((value) => compared(record, filter.field, '=', value)), ' or ')})`;
    case 'range': return sql`(${compared(record, filter.field, filter.from.isIncluded ? '>=' : '>', filter.from.value)}
      and ${compared(record, filter.field, filter.to.isIncluded ? '<=' : '<', filter.to.value)})`;
    case 'isNull': return sql`(coalesce(${record} -> ${filter.field}::text, 'null'::jsonb) = 'null'::jsonb)`;
    case 'like': return sql`(${sqlJoin(wordsOf(filter.pattern).map((word) => sql`position(${word}::text in lower(${textOf(record, filter.field)})) > 0`), ' and ')})`;
  }
}

const textOf = (record: Sql, field: string): Sql => sql`(${record} ->> ${field}::text)`;

/** The words of a pattern in lower case; a star at their ends is no part of them. */
function wordsOf(pattern: string): readonly string[] {
  const words = pattern.toLowerCase().split(/\s+/).map((word) => word.replace(/^\*+|\*+$/g, '')).filter((word) => word !== '');
  return words.length > 0 ? words : [''];
}

/** A date is compared with as much of the field's as the date tells: `2026-01` is the same as every day of that month. */
function compared(record: Sql, field: string, operator: ComparisonOperator, value: Literal): Sql {
  const held = textOf(record, field);
  if (typeof value === 'object') return sql`(left(${held}, ${value.date.length}::int) ${operators[operator]} ${value.date}::text)`;
  if (typeof value !== 'number') return sql`(${held} collate "C" ${operators[operator]} ${String(value)}::text)`;
  return sql`((case when jsonb_typeof(${record} -> ${field}::text) = 'number' then ${held}::numeric end) ${operators[operator]} ${String(value)}::numeric)`;
}
