import type { CeilingStatement } from '../servers/ceiling-statements.ts';
import { recordFields } from './make-records.ts';

const columns = Object.keys(recordFields).map((name) =>
  name === 'position' ? `json_build_object('lon', position[1], 'lat', position[0]) as position` : name,
);
const row = columns.join(', ');

const list = (rows: string): string => `select coalesce(json_agg(row_to_json(listed)), '[]') from (${rows}) listed`;
const answer = (text: string): CeilingStatement => ({ text: `select (${text})::text`, around: ['{"data":', '}'] });
const typedPage = (rest: string): CeilingStatement => answer(list(`select ${row} from peer.reading ${rest}`));
const jsonPage = (rest: string): CeilingStatement =>
  answer(
    `select coalesce(json_agg(listed.value), '[]') from (select value from peer.reading_json ${rest.replace(
      /\b(station|taken|quantity)\b/g,
      (name) => (name === 'quantity' ? `(value ->> 'quantity')::int` : `(value ->> '${name}')`),
    )}) listed`,
  );

const byTime = 'order by taken desc, reading limit 20';
const jsonPosition = `point((value #>> '{position,lat}')::float, (value #>> '{position,lon}')::float)`;
const jsonWords = `to_tsvector('simple', (value ->> 'title') || ' ' || (value ->> 'remark'))`;
const box = 'box(point($1, $2), point($3, $4))';

/** The values of a facet, the most frequent first, years in their order. */
const facet = (from: string, name: string, value: string): string =>
  `select json_agg(listed) from (select ${value} as value, count(*) as count from ${from} group by 1 order by ${name === 'day' ? '1' : '2 desc, 1'} limit 100) listed`;
const facets = (from: string, values: Readonly<Record<string, string>>): string =>
  `select json_build_object(${Object.entries(values)
    .map(([name, value]) => `'${name}', (${facet(from, name, value)})`)
    .join(', ')})`;
const group = (measures: string): string => list(`select ${measures} group by 1 order by 1 limit $1`);

const typedFacets = {
  kind: 'kind',
  city: 'city',
  operator: 'operator',
  station: 'station',
  day: `to_char(day, 'YYYY')`,
};
const jsonFacets = Object.fromEntries(
  Object.keys(typedFacets).map((name) => [name, name === 'day' ? `left(value ->> 'day', 4)` : `value ->> '${name}'`]),
);

/** The statements over the records, by the path they are asked at. */
export const recordStatements: Readonly<Record<string, CeilingStatement>> = {
  station: typedPage(`where station = $1 ${byTime}`),
  above: typedPage('where quantity >= $1 order by quantity, reading limit 20'),
  after: typedPage(`where taken <= $1::timestamptz and (taken < $1::timestamptz or reading > $2) ${byTime}`),
  deep: typedPage(`${byTime} offset $1`),
  record: typedPage('where reading = $1'),
  about: typedPage(`where words @@ plainto_tsquery('simple', $1) ${byTime}`),
  within: typedPage(`where position <@ ${box} order by reading limit 20`),
  counts: answer(group('city, count(*) as n from peer.reading')),
  means: answer(group('city, count(*) as n, avg(temperature) as mean from peer.reading')),
  facets: answer(facets('peer.reading', typedFacets)),
  facetsOfKind: answer(facets('(select * from peer.reading where kind = $1) reading', typedFacets)),
  page: answer(`select json_build_object(
    'title', (select published_metadata #>> '{default,title,value}' from dataset where uid = $1),
    'records', (${list(`select ${row} from peer.reading ${byTime}`)}),
    'facets', (${facets('peer.reading', { kind: 'kind', city: 'city', operator: 'operator' })}),
    'groups', (${list('select kind, count(*) as n, avg(temperature) as mean from peer.reading group by 1 order by 1')}))`),

  jsonStation: jsonPage(`where station = $1 ${byTime}`),
  jsonAbove: jsonPage('where quantity >= $1 order by quantity, reading limit 20'),
  jsonAfter: jsonPage(`where taken <= $1 and (taken < $1 or reading > $2) ${byTime}`),
  jsonDeep: jsonPage(`${byTime} offset $1`),
  jsonRecord: jsonPage('where reading = $1'),
  jsonAbout: jsonPage(`where ${jsonWords} @@ plainto_tsquery('simple', $1) ${byTime}`),
  jsonWithin: jsonPage(`where ${jsonPosition} <@ ${box} order by reading limit 20`),
  jsonCounts: answer(group(`value ->> 'city' as city, count(*) as n from peer.reading_json`)),
  jsonMeans: answer(
    group(
      `value ->> 'city' as city, count(*) as n, avg((value ->> 'temperature')::float) as mean from peer.reading_json`,
    ),
  ),
  jsonFacets: answer(facets('peer.reading_json', jsonFacets)),
  jsonFacetsOfKind: answer(facets(`(select * from peer.reading_json where value ->> 'kind' = $1) reading`, jsonFacets)),
};
