import type { ColumnFunctions, ColumnFunctionValue } from '#platform/columns/column-functions.ts';
import { createShapeFunctions } from './shape-functions.ts';
import { tryParseJson } from '#kernel/json.ts';
import { isGeometry } from '../geo/checked-geometry.ts';
import { writeWkb } from '../geo/write-wkb.ts';
import { convexHull } from './convex-hull.ts';
import { isWithinEditDistance, maxEdits, type Word, wordsOf } from './words.ts';
import { hasWord } from './evaluate/compile-test.ts';

/** The length of a week in microseconds, and the number of weeks from 1970 to 2040. */
const week = '604800000000';
const weeks = 3_653;

/** Instants, local times, and their texts. */
const timeFunctions: ColumnFunctions = {
  macros: [
    // The local time of an instant. The engine converts to UTC as slowly as to any other zone, so UTC has a way of its own.
    `create macro odsql.calendar_clock(instant, zone) as
      case when zone = 'UTC' then make_timestamp(epoch_us(instant)) else instant at time zone zone end`,
    // The microseconds between UTC and a zone at the beginning of each week: some thousand conversions, once for a statement.
    `create macro odsql.week_offsets(zone) as (
      select list(epoch_us(make_timestamptz(number * ${week}) at time zone zone) - number * ${week} order by number)
      from range(0, ${weeks}) as weeks (number))`,
    // Where both ends of a week have the same offset, so have all instants between them, and a sum takes a tenth of a conversion.
    `create macro odsql.clock_in_week(instant, zone, offsets) as make_timestamp(epoch_us(instant) + case
      when epoch_us(instant) >= 0 and offsets[epoch_us(instant) // ${week} + 1] = offsets[epoch_us(instant) // ${week} + 2]
      then offsets[epoch_us(instant) // ${week} + 1] else epoch_us(instant at time zone zone) - epoch_us(instant) end)`,
    // To prepare what other zones need costs as much as a small page, also where the zone is UTC.
    'create macro odsql.utc_clock(instant) as make_timestamp(epoch_us(instant))',
    `create macro odsql.clock(instant, zone) as case when zone = 'UTC' then make_timestamp(epoch_us(instant))
      else odsql.clock_in_week(instant, zone, odsql.week_offsets(zone)) end`,
    // The instant that is so many microseconds after 1970.
    'create macro odsql.instant(microseconds) as make_timestamptz(microseconds)',
    // The instant at which a day begins in UTC.
    'create macro odsql.midnight(day) as make_timestamptz(epoch_us(day))',
    'create macro odsql.date_text(day) as day::text',
    // A local time in ISO 8601, with as many decimals as it needs.
    `create macro odsql.clock_text(clock) as case when microsecond(clock) % 1000000 = 0 then strftime(clock, '%Y-%m-%dT%H:%M:%S')
      else rtrim(strftime(clock, '%Y-%m-%dT%H:%M:%S.%f'), '0') end`,
    // An offset from UTC in whole minutes.
    `create macro odsql.zone_offset_text(minutes) as concat(case when minutes < 0 then '-' else '+' end,
      lpad((abs(minutes) // 60)::text, 2, '0'), ':', lpad((abs(minutes) % 60)::text, 2, '0'))`,
    // The minutes between UTC and a zone at an instant. Historical offsets had seconds, which ISO 8601 cannot write.
    `create macro odsql.offset_minutes(instant, zone) as
      round((epoch_us(odsql.calendar_clock(instant, zone)) - epoch_us(instant)) / 60000000)::int`,
    // The local time of an instant in a zone, with its offset.
    `create macro odsql.zoned(instant, zone) as case when zone = 'UTC' then odsql.clock_text(make_timestamp(epoch_us(instant))) || '+00:00'
      else odsql.clock_text(make_timestamp(epoch_us(instant) + odsql.offset_minutes(instant, zone) * 60000000::bigint))
        || odsql.zone_offset_text(odsql.offset_minutes(instant, zone)) end`,
  ],
  scalars: [],
};

/** The capital letters of Unicode 16 and 17, whose lower case the column engine does not know. */
const newCapitals = [0x1c89, 0xa7cb, 0xa7cc, 0xa7ce, 0xa7d2, 0xa7d4, 0xa7da, 0xa7dc]
  .concat(codesFrom(0x10d50, 22), codesFrom(0x16ea0, 25))
  .map((code) => String.fromCodePoint(code));

function codesFrom(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}

const [upper, lower] = [newCapitals.join(''), newCapitals.map((letter) => letter.toLowerCase()).join('')];

/** The maximum nesting of JSON in a text: deeper JSON exhausts the stack of who writes or reads it. */
const maxDepth = 1_000;

/** Functions of texts and their JSON. */
const textFunctions: ColumnFunctions = {
  macros: [
    // Each character in lower case, regardless of its neighbours (`lowerText`). The list keeps a statement from repeating the argument,
    // which would double its size with each level of nested calls.
    `create macro odsql.lower(value) as list_transform([value], lambda item: case when strlen(item) = length(item) then lower(item)
      when regexp_matches(item, '[${upper}]') then translate(lower(item), '${upper}', '${lower}') else lower(item) end)[1]`,
    // Most texts do not begin as JSON does, so that few reach JavaScript. The engine's own parser accepts more, such as NaN.
    `create macro odsql.is_json(value) as case when regexp_matches(value, '^[ \\t\\n\\r]*(["\\[{0-9-]|true|false|null)')
      then odsql_is_json(value) else false end`,
    'create macro odsql.unhex(digits) as unhex(digits)',
  ],
  scalars: [
    {
      name: 'odsql_is_json',
      parameterTypes: ['VARCHAR'],
      returnType: 'BOOLEAN',
      call: (text) => typeof text === 'string' && tryParseJson(text) !== undefined && depthOf(text) <= maxDepth,
    },
  ],
};

/** The maximum nesting of a JSON text. Brackets in texts only matter for a text with many. */
function depthOf(json: string): number {
  if (json.length <= maxDepth) return 0;
  let [depth, deepest] = [0, 0];
  for (const [bracket] of json.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** Functions of words. Where a column has the words of a field, statements read the column instead of calling them for its texts. */
const wordFunctions: ColumnFunctions = {
  macros: [
    'create macro odsql.words(value) as odsql_words(value)',
    'create macro odsql.has_words(value, patterns) as odsql_has_words(value, patterns)',
    // The engine counts edits of bytes, which are those of characters in ASCII.
    `create macro odsql.has_near_ascii(words, word, edits) as len(list_filter(string_split(words, ' '), lambda candidate:
      abs(strlen(candidate) - strlen(word)) <= edits and levenshtein(candidate, word) <= edits)) > 0`,
    `create macro odsql.has_near(words, word) as case when strlen(words) = length(words) and strlen(word) = length(word)
      then odsql.has_near_ascii(words, word, case when length(word) < 3 then 0 when length(word) < 6 then 1 else 2 end)
      else odsql_has_near(words, word) end`,
    // The number of different words, each with a space before and after it.
    `create macro odsql.count_words(words) as len(list_filter(list_distinct(string_split(words, ' ')), lambda word: word <> ''))`,
  ],
  scalars: [
    {
      name: 'odsql_words',
      parameterTypes: ['VARCHAR'],
      returnType: 'VARCHAR',
      call: (text) => ` ${wordsOf(String(text)).join(' ')} `,
    },
    {
      name: 'odsql_has_words',
      parameterTypes: ['VARCHAR', 'VARCHAR[]'],
      returnType: 'BOOLEAN',
      call: (text, patterns) => {
        const words = [...new Set(wordsOf(String(text)))].sort();
        return Array.isArray(patterns) && patterns.every((pattern) => hasWord(words, wordOf(String(pattern))));
      },
    },
    {
      name: 'odsql_has_near',
      parameterTypes: ['VARCHAR', 'VARCHAR'],
      returnType: 'BOOLEAN',
      call: (words, word) => {
        const text = String(word);
        return String(words)
          .split(' ')
          .some((candidate) => isWithinEditDistance(candidate, text, maxEdits(text)));
      },
    },
  ],
};

/** Reads a pattern: a word, a word with `*` that other words may begin with, or a word with `~` that may be misspelt. */
function wordOf(pattern: string): Word {
  if (pattern.endsWith('*')) return { text: pattern.slice(0, -1), match: 'prefix' };
  return pattern.endsWith('~') ? { text: pattern.slice(0, -1), match: 'fuzzy' } : { text: pattern, match: 'whole' };
}

const numbersOf = (list: ColumnFunctionValue | undefined): number[] =>
  typeof list === 'object' && list !== null ? list.map(Number) : [];

/** Functions of groups, aggregates, facets and random orders. */
const groupFunctions: ColumnFunctions = {
  macros: [
    // `fsum` compensates rounding, so that the order of the rows hardly shows in a sum.
    'create macro odsql.sum(number) as case when isfinite(fsum(number)) then fsum(number) + 0 end',
    "create macro odsql.bin(width, clock) as time_bucket(width, clock, timestamp '1970-01-01')",
    'create macro odsql.random(place, seed) as (hash(place, seed) >> 1)::bigint',
    // The values of a list, each once, or null alone.
    `create macro odsql.distinct_values(list) as
      case when len(list) > 1 then list_distinct(list) when len(list) = 1 then list else [null] end`,
    "create macro odsql.clock_millis(clock) as strftime(clock, '%Y-%m-%dT%H:%M:%S.%g')",
    // A local time as an end of a range, to the millisecond (`rangeEndText`).
    `create macro odsql.range_end(clock, zone) as case when zone = 'UTC' then odsql.clock_millis(clock) || 'Z' else
      odsql.clock_millis(make_timestamp(epoch_us(timezone(zone, clock)) + odsql.offset_minutes(timezone(zone, clock), zone) * 60000000::bigint))
        || odsql.zone_offset_text(odsql.offset_minutes(timezone(zone, clock), zone)) end`,
    // The number of a cell in the Mercator projection, which ends before the poles. There are so many cells for each degree of longitude.
    `create macro odsql.cell(lon, lat, cells) as floor((lon + 180) * cells)::hugeint * 17179869184
      + floor((180 - degrees(ln(tan(radians(45 + least(greatest(lat, -85.0511287798), 85.0511287798) / 2))))) * cells)::hugeint`,
    'create macro odsql.convex_hull(lons, lats) as odsql_convex_hull(lons, lats)',
    "create macro odsql.position_json(lon, lat) as '[' || odsql.number_text(lon) || ',' || odsql.number_text(lat) || ']'",
    `create macro odsql.box_shape(west, south, east, north) as '{"type":"Polygon","coordinates":[['
      || odsql.position_json(west, south) || ',' || odsql.position_json(east, south) || ',' || odsql.position_json(east, north) || ','
      || odsql.position_json(west, north) || ',' || odsql.position_json(west, south) || ']]}'`,
  ],
  scalars: [
    {
      name: 'odsql_convex_hull',
      parameterTypes: ['DOUBLE[]', 'DOUBLE[]'],
      returnType: 'VARCHAR',
      call: (lons, lats) => {
        const hull = convexHull(numbersOf(lons), numbersOf(lats));
        return hull && JSON.stringify(hull);
      },
    },
  ],
};

/** Geometries as well-known binary, for Parquet files. */
const wkbFunctions: ColumnFunctions = {
  macros: [
    // The bits of a double are big-endian; the engine's own geometry, which this reads and writes, is little-endian.
    String.raw`create macro odsql.point_wkb(lon, lat) as
      st_aswkb(st_geomfromwkb('\x00\x00\x00\x00\x01'::blob || lon::double::bit::blob || lat::double::bit::blob))`,
    'create macro odsql.shape_wkb(shape) as unhex(odsql_shape_wkb(shape))',
  ],
  scalars: [
    {
      // In hexadecimal digits. Null for a geometry that is invalid, as records of earlier versions may hold.
      name: 'odsql_shape_wkb',
      parameterTypes: ['VARCHAR'],
      returnType: 'VARCHAR',
      call: (shape) => {
        const geometry = tryParseJson(String(shape));
        return isGeometry(geometry) ? writeWkb(geometry).toString('hex') : null;
      },
    },
  ],
};

/** A double of a point, by its first byte in well-known binary: the bits that the engine reads are big-endian, those of its own geometry are not. */
const doubleAt = (first: number): string =>
  `(${Array.from({ length: 8 }, (_, index) => `st_aswkb(point)[${first + 7 - index}:${first + 7 - index}]`).join(' || ')})::bit::double`;

/** What makes the columns of the Parquet file of a generation, and those of a generation of it (`storedFormOf`). */
export const fileFunctions: ColumnFunctions = {
  macros: [
    ...wkbFunctions.macros,
    // The engine reads a column that the metadata of GeoParquet name as its own geometry.
    `create macro odsql.point_lon(point) as ${doubleAt(6)}`,
    `create macro odsql.point_lat(point) as ${doubleAt(14)}`,
    // Most texts are ASCII, and need no JavaScript. A text without words has none, not an empty one.
    `create macro odsql.text_words(value) as nullif(case when strlen(value) = length(value)
      then ' ' || trim(regexp_replace(lower(value), '[^0-9a-z]+', ' ', 'g')) || ' ' else odsql_words(value) end, '  ')`,
    `create macro odsql.list_words(list) as odsql.text_words(array_to_string(list, ' '))`,
  ],
  scalars: [...wkbFunctions.scalars, ...wordFunctions.scalars.filter(({ name }) => name === 'odsql_words')],
};

/** Arithmetic over doubles, and numbers as texts. */
const numberFunctions: ColumnFunctions = {
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
    `create macro odsql.number_text(number) as case when number <> trunc(number) then to_json(number)::text
      when abs(number) < 1e15 then number::bigint::text
      when abs(number) >= 1e21 then replace(replace(to_json(number)::text, '.0e', 'e'), 'e', 'e+')
      else regexp_replace(to_json(number)::text, '\\.0$', '') end`,
  ],
  scalars: [],
};

/** Conditions on lists of texts. They are null or false for null. */
const listFunctions: ColumnFunctions = {
  macros: [
    'create macro odsql.has(list, text) as list_contains(list, text)',
    // A text between two ends, of which null is an open end.
    `create macro odsql.has_between(list, low, includes_low, high, includes_high) as len(list_filter(list, lambda item:
      (low is null or item > low or (includes_low and item = low)) and (high is null or item < high or (includes_high and item = high)))) > 0`,
    // A text that is `true` or `false` in any combination of upper and lower case.
    `create macro odsql.has_truth(list, truth) as list_contains(list_transform(list, lambda item: lower(item)), truth)`,
  ],
  scalars: [],
};

const parts: readonly ColumnFunctions[] = [
  numberFunctions,
  timeFunctions,
  listFunctions,
  textFunctions,
  wordFunctions,
  createShapeFunctions(),
  groupFunctions,
  wkbFunctions,
];

/** The functions of compiled ODSQL (`src/engine/odsql/sql`) in the column engine. PostgreSQL has its own in the schema `odsql`. */
export const columnFunctions: ColumnFunctions = {
  macros: parts.flatMap(({ macros }) => macros),
  scalars: parts.flatMap(({ scalars }) => scalars),
};
