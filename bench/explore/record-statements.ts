import type { CeilingStatement } from '../servers/ceiling-statements.ts';
import { recordFields } from './make-records.ts';

const columns = Object.keys(recordFields).map((name) =>
  name === 'position' ? `json_build_object('lon', position[1], 'lat', position[0]) as position` : name,
);
const row = columns.join(', ');

const list = (rows: string): string => `select coalesce(json_agg(row_to_json(listed)), '[]') from (${rows}) listed`;
const answer = (text: string): CeilingStatement => ({ text: `select (${text})::text`, around: ['{"data":', '}'] });
const typedPage = (rest: string): CeilingStatement => answer(list(`select ${row} from peer.reading ${rest}`));
const byTime = 'order by taken desc, reading limit 20';
const box = 'box(point($1, $2), point($3, $4))';

/** The values of a facet, the most frequent first, years in their order. */
const facet = (from: string, name: string, value: string): string =>
  `select json_agg(listed) from (select ${value} as value, count(*) as count from ${from} group by 1 order by ${name === 'day' ? '1' : '2 desc, 1'} limit 100) listed`;
const facets = (from: string, values: Readonly<Record<string, string>>): string =>
  `select json_build_object(${Object.entries(values)
    .map(([name, value]) => `'${name}', (${facet(from, name, value)})`)
    .join(', ')})`;
const iso = (time: string): string => `to_char(${time}, 'YYYY-MM-DD"T"HH24:MI:SS".000Z"')`;
const group = (measures: string): string => list(`select ${measures} group by 1 order by 1 limit $1`);

const typedFacets = {
  kind: 'kind',
  city: 'city',
  operator: 'operator',
  station: 'station',
  day: `to_char(day, 'YYYY')`,
};

/** The statements over the records, by the path they are asked at. */
export const recordStatements: Readonly<Record<string, CeilingStatement>> = {
  station: typedPage(`where station = $1 ${byTime}`),
  above: typedPage('where quantity >= $1 order by quantity, reading limit 20'),
  kind: typedPage('where kind = $1 order by humidity desc, reading limit 20'),
  after: typedPage(`where taken <= $1::timestamptz and (taken < $1::timestamptz or reading > $2) ${byTime}`),
  deep: typedPage(`${byTime} offset $1`),
  record: typedPage('where reading = $1'),
  about: typedPage(`where words @@ plainto_tsquery('simple', $1) ${byTime}`),
  within: typedPage(`where position <@ ${box} order by reading limit 20`),
  sample: answer(list(`select ${row} from peer.sample where kind = $1 ${byTime}`)),
  kinds: answer(group('kind, count(*) as n, avg(temperature) as mean from peer.reading')),
  operators: answer(group('operator, count(*) as n, avg(temperature) as mean from peer.reading')),
  sum: answer(list('select sum(price * humidity / $1::float8) as n from peer.reading')),
  sensors: answer(
    list(
      `select count(*) as n from (select distinct sensor from peer.reading where kind = 'water' and reading > $1) sensors`,
    ),
  ),
  median: answer(
    list('select percentile_cont(0.5) within group (order by price) as n from peer.reading where reading > $1'),
  ),
  months: answer(
    list(`select '[' || ${iso('month')} || ', ' || ${iso(`month + interval '1 month'`)} || '[' as month, n from (
      select date_trunc('month', taken at time zone 'UTC') as month, count(*) as n from peer.reading group by 1 order by 1 limit $1) months`),
  ),
  facetsOfKind: answer(facets('(select * from peer.reading where kind = $1) reading', typedFacets)),
  page: answer(`select json_build_object(
    'title', (select published_metadata #>> '{default,title,value}' from dataset where uid = $1),
    'records', (${list(`select ${row} from peer.reading ${byTime}`)}),
    'facets', (${facets('peer.reading', { kind: 'kind', city: 'city', operator: 'operator' })}),
    'groups', (${list('select kind, count(*) as n, avg(temperature) as mean from peer.reading group by 1 order by 1')}))`),
};
