import type { ColumnExpression } from '#api/reading/declare/type-source.ts';
import { sql, sqlText, type Sql } from '#kernel/sql.ts';
import { grantedSecurities, visibleFields } from '#access/index.ts';

/** Condition: the caller sees all records of a dataset. */
export const seesAllRecords: ColumnExpression = (dataset, session) => sql`exists (
  select from jsonb_array_elements(${grantedSecurities(session, dataset)}) granted(security)
  where granted.security @> '{"isDataVisible": true}' and coalesce(granted.security ->> 'filterQuery', '') = '')`;

/** The extents of the visible fields, one in each row; none for callers who do not see all records. */
const visibleExtents: ColumnExpression = (dataset, session) => sql`(
  select of_field.extent
  from generation g, jsonb_array_elements(${visibleFields(session, dataset, sql`g.fields`)}) field,
    lateral (select g.extent -> (field.value ->> 'name')) of_field(extent)
  where g.id = ${dataset}.generation and ${seesAllRecords(dataset, session)} and of_field.extent is not null)`;

const bound = (aggregate: 'min' | 'max', at: number): Sql =>
  sqlText(`${aggregate}((visible.extent -> 'bounds' ->> ${String(at)})::double precision)`);

/** The bounds of the records that the caller sees, as jsonb; null without any, and for callers who do not see all records. */
export const boundingBox: ColumnExpression = (dataset, session) => sql`(
  select case when count(*) > 0 then jsonb_build_object('west', ${bound('min', 0)}, 'south', ${bound('min', 1)},
    'east', ${bound('max', 2)}, 'north', ${bound('max', 3)}) end
  from ${visibleExtents(dataset, session)} visible)`;

/** The types of the geometries of the records that the caller sees, each once; empty for callers who do not see all records. */
export const geometryTypes: ColumnExpression = (dataset, session) => sql`array(
  select distinct type.name
  from ${visibleExtents(dataset, session)} visible, jsonb_array_elements_text(visible.extent -> 'types') type(name) order by 1)`;
