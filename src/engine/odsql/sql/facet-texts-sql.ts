import { sql, sqlJoin, sqlText, type Sql } from '#kernel/sql.ts';
import type { FieldType } from '#engine/records/field.ts';
import { levelSeparator, type BoundFacet } from './facet-levels.ts';
import { timezoneSql } from './literals.ts';
import type { SqlField } from './scope.ts';

/** The table, the condition on its rows, and the value that a facet counts. */
export interface FacetSource {
  readonly from: Sql;
  readonly condition: Sql;
  readonly value: Sql;
}

type Levels = Pick<BoundFacet<SqlField>, 'field' | 'separator' | 'shown'>;

/**
 * Selects the texts of all shown levels of a facet, each with its `parent`, its `value` and its `count`. A record counts once for each
 * text. Equal values are counted first, so that texts and levels are computed only once for each value.
 */
export function facetTexts(facet: Levels, { from, condition, value }: FacetSource, timezone: string): Sql {
  const { field } = facet;
  const counted = sql`select ${groupedValueSql(field.type, value, timezone)} as value, count(*) as count from ${from}
    where ${condition} and ${value} is not null group by 1`;
  const separator = levelSeparator(facet);
  return separator === null ? flatTexts(field, counted) : nestedTexts(facet, counted, separator);
}

/** The value by which rows are first grouped: the day of a datetime, the whole list of a multivalued field. */
const groupedValueSql = (type: FieldType, value: Sql, timezone: string): Sql =>
  type === 'datetime' ? sql`odsql.clock(${value}, ${timezoneSql(timezone)})::date` : value;

const flatTexts = (field: SqlField, counted: Sql): Sql =>
  field.isMultivalued
    ? sql`select '' as parent, value, sum(count) as count from (
        select unnest(odsql.distinct_values(value)) as value, count from (${counted}) as counted) as items
        where value is not null group by 2`
    : sql`select '' as parent, ${textSql(field.type)} as value, count from (${counted}) as counted`;

function textSql(type: FieldType): Sql {
  switch (type) {
    case 'date':
    case 'datetime':
      return sqlText(`replace(odsql.date_text(value), '-', '/')`);
    case 'int':
      return sqlText('value::text');
    case 'double':
      return sqlText('odsql.number_text(value)');
    case 'text':
    case 'file':
    case 'geo_point_2d':
    case 'geo_shape':
      return sqlText('value');
  }
}

/** The text of each level that is shown: the first, and those below the shown values. */
function nestedTexts({ field, shown }: Levels, counted: Sql, separator: string): Sql {
  const parents = ['', ...shown].map((parent) => {
    const depth = parent === '' ? 0 : parent.split(separator).length;
    return sql`(${parent}::text, ${sqlText(String(depth))})`;
  });
  // a list is kept next to its items, so that a record with several items below the same value counts once
  const texts = field.isMultivalued
    ? sql`select value as list, unnest(value) as value, count from (${counted}) as counted`
    : sql`select ${textSql(field.type)} as value, count from (${counted}) as counted`;
  const level = sql`array_to_string((string_to_array(texts.value, ${separator}::text))[:parents.depth + 1], ${separator}::text)`;
  const columns = sql`parents.value as parent, ${level} as value, texts.count as count${sqlText(field.isMultivalued ? ', texts.list as list' : '')}`;
  return sql`select parent, value, sum(count) as count from (
    select ${sqlText(field.isMultivalued ? 'distinct ' : '')}${columns} from (${texts}) as texts
      join (values ${sqlJoin(parents, ', ')}) as parents (value, depth)
        on parents.depth = 0 or starts_with(texts.value, parents.value || ${separator}::text)) as levels group by 1, 2`;
}
