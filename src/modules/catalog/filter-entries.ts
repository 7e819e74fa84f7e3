import type { BoxInput } from '#api/types/box.inputs.ts';
import type { Session } from '#api/session.ts';
import type { TimeRange } from '#api/reading/declare-list.ts';
import { checkAll } from '#kernel/check-all.ts';
import { failFields } from '#kernel/fail.ts';
import { sql, type Sql, sqlAnd, sqlJoin, sqlText } from '#kernel/sql.ts';
import { showsAllFields } from '#access/index.ts';
import { boundingBox } from '#datasets/index.ts';
import { placeOfEntry, visibleFeatures } from './catalog-entry.ts';
import type { CatalogFilter } from './catalog.inputs.ts';

const e = sqlText('e');

/** The maximum number of values of one list (docs/contract/explore.md 5). */
const maxValues = 1_000;

/** The lists of the filter, each with the condition that an entry has one of its values. */
const lists = {
  themes: () => (values: Sql) => sql`e.theme && ${values}`,
  keywords: () => (values: Sql) => sql`e.keyword && ${values}`,
  publishers: () => (values: Sql) => sql`e.publisher = any(${values})`,
  licenses: () => (values: Sql) => sql`e.license = any(${values})`,
  languages: () => (values: Sql) => sql`e.language = any(${values})`,
  territories: () => (values: Sql) => sql`e.territory && ${values}`,
  features: (session: Session) => (values: Sql) => sql`${visibleFeatures(session, e)} && ${values}`,
} as const;
const listNames = Object.keys(lists) as (keyof typeof lists)[];

/** The condition of each given member of a filter on the entry `e`, by the name of the member. Fails INVALID_INPUT. */
export function filterEntries(filter: CatalogFilter, session: Session): ReadonlyMap<keyof CatalogFilter, Sql> {
  const { datasetIds, hasRecords, modifiedAt, period, place } = filter;
  checkAll(
    ...([...listNames, 'datasetIds'] as const).map((name) => () => {
      checkLength(filter, name);
    }),
    () => {
      if (period) checkPeriod(period);
    },
    () => {
      if (place) checkPlace(place);
    },
  );
  const conditions: Readonly<Partial<Record<keyof CatalogFilter, Sql | undefined>>> = {
    datasetIds:
      datasetIds == null
        ? undefined
        : sql`e.dataset_id = any(${datasetIds}::text[]) or e.uid = any(${datasetIds}::text[])`,
    ...Object.fromEntries(
      listNames.map((name) => {
        const values = filter[name];
        return [name, values == null ? undefined : lists[name](session)(sql`${values}::text[]`)];
      }),
    ),
    hasRecords: hasRecords == null ? undefined : sql`e.has_records = ${hasRecords}::boolean`,
    modifiedAt: modifiedAt
      ? sqlAnd(
          modifiedAt.from == null ? undefined : sql`e.modified >= ${modifiedAt.from}::timestamptz`,
          modifiedAt.until == null ? undefined : sql`e.modified < ${modifiedAt.until}::timestamptz`,
        )
      : undefined,
    period: period
      ? sql`e.period && tstzrange(${period.from ?? null}::timestamptz, ${period.until ?? null}::timestamptz)`
      : undefined,
    place: place ? isWithin(place, session) : undefined,
  };
  return new Map(
    (Object.keys(conditions) as (keyof CatalogFilter)[]).flatMap((name) => {
      const condition = conditions[name];
      return condition ? [[name, condition] as const] : [];
    }),
  );
}

function checkLength(filter: CatalogFilter, name: keyof CatalogFilter): void {
  const value = filter[name];
  if (Array.isArray(value) && value.length > maxValues)
    failFields({ [`filter.${name}`]: [`Name ${String(maxValues)} values at most.`] });
}

function checkPeriod({ from, until }: TimeRange): void {
  if (from != null && until != null && Date.parse(from) >= Date.parse(until))
    failFields({ 'filter.period.until': ['End the period after its start.'] });
}

function checkPlace({ west, south, east, north }: BoxInput): void {
  if (![west, east].every((degrees) => Math.abs(degrees) <= 180))
    failFields({ 'filter.place': ['Give longitudes from -180 to 180.'] });
  if (![south, north].every((degrees) => Math.abs(degrees) <= 90))
    failFields({ 'filter.place': ['Give latitudes from -90 to 90.'] });
  if (south > north) failFields({ 'filter.place.north': ['End the box north of its south.'] });
}

/**
 * Condition: the records that the caller sees are in a box, or around it. The entry has the bounds of all records, which an index finds; where the
 * caller may see fewer of them, the bounds of those are compared too.
 */
function isWithin({ west, south, east, north }: BoxInput, session: Session): Sql {
  const boxes = west <= east ? [[west, east] as const] : [[west, 180] as const, [-180, east] as const];
  const anyBox = (condition: (from: number, to: number) => Sql) =>
    sql`(${sqlJoin(
      boxes.map(([from, to]) => condition(from, to)),
      ' or ',
    )})`;
  const mayBe = anyBox(
    (from, to) =>
      sql`${placeOfEntry(e)} && box(point(${from}::float8, ${south}::float8), point(${to}::float8, ${north}::float8))`,
  );
  const seesAll = sql`${showsAllFields(session, e)} and coalesce(e.default_security ->> 'filterQuery', '') = ''`;
  const side = (name: string) => sql`(seen.bounds ->> ${sqlText(`'${name}'`)})::float8`;
  const isSeen = anyBox(
    (from, to) =>
      sql`(${side('west')} <= ${to}::float8 and ${side('east')} >= ${from}::float8
        and ${side('south')} <= ${north}::float8 and ${side('north')} >= ${south}::float8)`,
  );
  return sqlAnd(
    mayBe,
    sql`(${seesAll}) or exists (select from dataset d, lateral (select ${boundingBox(sqlText('d'), session)} offset 0) seen(bounds)
      where d.uid = e.uid and ${isSeen})`,
  );
}
