import { SchemaMigration } from '#platform/database/schemas.ts';
import { marks, wordCharacters } from './folded-characters.ts';

/**
 * The SQL functions that compiled ODSQL calls (src/engine/odsql/sql), in a schema of their own. The functions need no extension and fail
 * on no value. The size of its value bounds the cost of a call. Slow functions declare their cost, so that PostgreSQL prefers indexes.
 */
export class QueryFunctions extends SchemaMigration {
  override up(): void {
    this.addSql(`do $$ begin
      if current_setting('server_version_num')::int < 170000 or getdatabaseencoding() <> 'UTF8' then
        raise exception 'Catalograph needs PostgreSQL 17 or newer and a database with the encoding UTF8. This is PostgreSQL % with the encoding %.',
          current_setting('server_version'), getdatabaseencoding();
      end if;
    end $$`);
    this.addSql(`create schema if not exists odsql`);
    this.addText();
    this.addEdits();
    this.addArithmetic();
    this.addTimes();
    this.addPoints();
    this.addShapes();
    this.addDistance();
    this.addHull();
  }

  private addText(): void {
    // Most texts are ASCII, which needs no normalization.
    this
      .addSql(`create or replace function ${this.odsql}fold(value text) returns text language sql immutable strict parallel safe as $$
      select case when octet_length(value) = length(value) then lower(value collate "pg_c_utf8")
        else replace(lower(regexp_replace(normalize(value, nfkd), '[${marks}]+', '', 'g') collate "pg_c_utf8"), 'ς', 'σ') end $$`);

    // The words of a text, with a space before and after each word, so that a search for ' word ' finds it. Spaces of the text stay,
    // because a replacement takes as long as the search through a line.
    this
      .addSql(`create or replace function ${this.odsql}words(value text) returns text language sql immutable strict parallel safe as $$
      select case when octet_length(value) = length(value) then regexp_replace(' ' || lower(value collate "pg_c_utf8") || ' ', '[^a-z0-9 ]+', ' ', 'g')
        else regexp_replace(' ' || ${this.odsql}fold(value) || ' ', '[^a-z0-9 ${wordCharacters}]+', ' ', 'g') end $$`);

    // A tsvector holds lexemes of up to 2,046 bytes, and 1 MiB in total. Longer words are truncated, and '!' stands for words that the
    // vector omits. The vector has no positions, because no query needs them.
    this
      .addSql(`create or replace function ${this.odsql}word_vector(texts text[]) returns tsvector language plpgsql immutable strict parallel safe cost 1000 as $$
      declare
        joined text := array_to_string(texts, ' ');
        found text[] := string_to_array(${this.odsql}words(joined), ' ');
      begin
        if octet_length(joined) < 500 then return array_to_tsvector(array_remove(found, '')); end if;
        found := array(select distinct left(word, 500) from unnest(found) word where word <> '');
        if octet_length(array_to_string(found, '')) > 900000 then
          found := array(select word from (select word, sum(octet_length(word)) over (order by word) as size from unnest(found) word) kept
            where size <= 900000) || array['!'];
        end if;
        return array_to_tsvector(found);
      end $$`);
  }

  private addEdits(): void {
    // Whether at most `max` insertions, deletions and substitutions of one character turn a word into the other. The loop computes the rows
    // of Levenshtein's matrix.
    this
      .addSql(`create or replace function ${this.odsql}is_near(a text, b text, max int) returns boolean language plpgsql immutable strict parallel safe cost 1000 as $$
      declare
        width int := length(b);
        before int[] := array(select generate_series(0, width));
        costs int[];
        letters text[] := string_to_array(b, null);
        letter text;
        cost int;
        least_cost int;
      begin
        if a = b then return true; end if;
        if abs(length(a) - width) > max then return false; end if;
        foreach letter in array string_to_array(a, null) loop
          cost := before[1] + 1;
          costs := array[cost];
          least_cost := cost;
          for i in 1..width loop
            cost := least(cost + 1, before[i + 1] + 1, before[i] + (letter <> letters[i])::int);
            costs[i + 1] := cost;
            if cost < least_cost then least_cost := cost; end if;
          end loop;
          if least_cost > max then return false; end if;
          before := costs;
        end loop;
        return cost <= max;
      end $$`);
  }

  private addArithmetic(): void {
    // PostgreSQL fails on a result outside the range of doubles. These functions return null for a large result, and 0 for a small one.
    this
      .addSql(`create or replace function ${this.odsql}add(a double precision, b double precision) returns double precision language sql immutable parallel safe as $$
      select case when abs(a) > 1e290 and abs(b) > 1e290 then case when abs(a / 4 + b / 4) <= 4.4942328371557897e307 then a + b end else a + b end $$`);
    this
      .addSql(`create or replace function ${this.odsql}multiply(a double precision, b double precision) returns double precision language sql immutable parallel safe as $$
      select case when a = 0 or b = 0 then 0 when abs(a) > 1 and abs(b) > 1 then case when abs(a) <= 1.7976931348623157e308 / abs(b) then a * b end
        when abs(a) < 1 and abs(b) < 1 and abs(a) < 5e-324 / abs(b) then 0 else a * b end $$`);
    this
      .addSql(`create or replace function ${this.odsql}divide(a double precision, b double precision) returns double precision language sql immutable parallel safe as $$
      select case when b = 0 then null when a = 0 then 0 when abs(b) < 1 and abs(a) > 1 then case when abs(a) <= 1.7976931348623157e308 * abs(b) then a / b end
        when abs(b) > 1 and abs(a) < 1 and abs(a) < 5e-324 * abs(b) then 0 else a / b end $$`);
  }

  private addTimes(): void {
    // The local time of an instant in a zone, with the offset in minutes. Historical offsets had seconds, which ISO 8601 cannot write.
    this
      .addSql(`create or replace function ${this.odsql}zoned(instant timestamptz, zone text, fraction text default '') returns text
      language sql immutable parallel safe as $$
      select case when fraction = '' then to_json(clock) #>> '{}' else to_char(clock, 'YYYY-MM-DD"T"HH24:MI:SS.' || fraction) end
          || case when minutes < 0 then '-' else '+' end || to_char(abs(minutes) / 60, 'FM00') || ':' || to_char(abs(minutes) % 60, 'FM00')
        from (select instant at time zone 'UTC' + make_interval(mins => minutes) as clock, minutes from (
          select round(extract(epoch from instant at time zone zone - instant at time zone 'UTC') / 60)::int as minutes) zone_offset) local $$`);
  }

  private addPoints(): void {
    // The distance in metres, on a sphere with the mean radius of the earth.
    this
      .addSql(`create or replace function ${this.odsql}distance(place point, lon double precision, lat double precision) returns double precision
      language sql immutable parallel safe as $$
      select 2 * 6371008.7714 * asin(sqrt(least(1, sind((place[1] - lat) / 2) ^ 2 + cosd(lat) * cosd(place[1]) * sind((place[0] - lon) / 2) ^ 2))) $$`);

    // The cell of a geo_cluster in the Mercator projection. `cells` is the number of cells for each degree of longitude.
    this
      .addSql(`create or replace function ${this.odsql}cell(place point, cells double precision) returns text language sql immutable parallel safe as $$
      select floor((place[0] + 180) * cells)::text || ' '
        || floor((180 - degrees(ln(tand(45 + least(greatest(place[1], -85.0511287798), 85.0511287798) / 2)))) * cells)::text $$`);
  }

  private addShapes(): void {
    // A part of a geometry as built-in types. The `outline` of a line leads to its end and back, because PostgreSQL can only test whether
    // one polygon contains another.
    this.addSql(`do $$ begin
      if to_regtype('${this.odsql}part') is null then
        create type ${this.odsql}part as (dimension int, start point, line path, outline polygon, holes polygon[]);
      end if;
    end $$`);

    // Writes positions for built-in types, without altitudes: [[1, 2], [3, 4, 5]] becomes (1, 2), (3, 4).
    this
      .addSql(`create or replace function ${this.odsql}positions(coordinates jsonb) returns text language sql immutable strict parallel safe as $$
      select translate(substring(flat from 2 for length(flat) - 2), '[]', '()') from (select case when jsonb_path_exists(coordinates, '$[*][2]')
        then regexp_replace(coordinates::text, '(\\[[^][,]+,[^][,]+),[^][]+\\]', '\\1]', 'g') else coordinates::text end) positions (flat) $$`);

    this
      .addSql(`create or replace function ${this.odsql}parts(geometry jsonb) returns ${this.odsql}part[] language plpgsql immutable strict parallel safe cost 1000 as $$
      declare
        kind text := geometry ->> 'type';
        items jsonb := case when kind ^@ 'Multi' then geometry -> 'coordinates' else jsonb_build_array(geometry -> 'coordinates') end;
        item jsonb;
        there text;
        found ${this.odsql}part[] := '{}';
      begin
        if kind = 'GeometryCollection' then
          for item in select jsonb_array_elements(geometry -> 'geometries') loop found := found || ${this.odsql}parts(item); end loop;
          return found;
        end if;
        for item in select jsonb_array_elements(items) loop
          continue when jsonb_array_length(item) = 0;
          if kind like '%Point' then
            found := found || row(0, point((item ->> 0)::float8, (item ->> 1)::float8), null, null, null)::${this.odsql}part;
          elsif kind like '%LineString' then
            there := ${this.odsql}positions(item);
            found := found || row(1, point((item #>> '{0,0}')::float8, (item #>> '{0,1}')::float8), ('[' || there || ']')::path,
              ('(' || there || ', ' || ${this.odsql}positions((select jsonb_agg(position order by number desc)
                from jsonb_array_elements(item) with ordinality positions (position, number))) || ')')::polygon, null)::${this.odsql}part;
          else
            continue when jsonb_array_length(item -> 0) = 0;
            there := ${this.odsql}positions(item -> 0);
            found := found || row(2, point((item #>> '{0,0,0}')::float8, (item #>> '{0,0,1}')::float8), ('(' || there || ')')::path,
              ('(' || there || ')')::polygon,
              array(select ('(' || ${this.odsql}positions(hole) || ')')::polygon from jsonb_array_elements(item - 0) hole
                where jsonb_array_length(hole) > 0))::${this.odsql}part;
          end if;
        end loop;
        return found;
      end $$`);

    // Whether a polygon covers a point. The boundary belongs to the polygon, also the boundary of a hole.
    this
      .addSql(`create or replace function ${this.odsql}covers(area ${this.odsql}part, place point) returns boolean language sql immutable parallel safe as $$
      select (area).outline @> place and not exists (select from unnest((area).holes) hole where hole @> place and not place <@ popen(hole::path)) $$`);

    this
      .addSql(`create or replace function ${this.odsql}part_intersects(a ${this.odsql}part, b ${this.odsql}part) returns boolean language plpgsql immutable parallel safe as $$
      begin
        if (a).dimension > (b).dimension then return ${this.odsql}part_intersects(b, a); end if;
        if (a).dimension = 0 then
          return case (b).dimension when 0 then (a).start ~= (b).start when 1 then (a).start <@ (b).line else ${this.odsql}covers(b, (a).start) end;
        end if;
        if not (a).outline::box && (b).outline::box then return false; end if;
        if (a).line ?# (b).line then return true; end if;
        if (b).dimension = 1 then return false; end if;
        return ${this.odsql}covers(b, (a).start) or ((a).dimension = 2 and ${this.odsql}covers(a, (b).start))
          or exists (select from unnest((b).holes) hole where (a).line ?# hole::path)
          or exists (select from unnest((a).holes) hole where (b).line ?# hole::path);
      end $$`);

    // Whether one part lies in another. A part that lies only in the union of several parts does not count.
    this
      .addSql(`create or replace function ${this.odsql}part_within(a ${this.odsql}part, b ${this.odsql}part) returns boolean language sql immutable parallel safe as $$
      select case when (a).dimension = 0 then ${this.odsql}part_intersects(a, b)
        when (b).dimension < 2 then (a).dimension = 1 and (b).dimension = 1 and (b).outline @> (a).outline
        else (b).outline @> (a).outline and not exists (select from unnest((b).holes) hole
          where case when (a).dimension = 1 then ${this.odsql}covers(row(2, null, null, hole, null)::${this.odsql}part, (a).start) or (a).line ?# hole::path else hole && (a).outline end
            and not exists (select from unnest((a).holes) own where own @> hole)) end $$`);

    this
      .addSql(`create or replace function ${this.odsql}intersects(a ${this.odsql}part[], b ${this.odsql}part[]) returns boolean language sql immutable parallel safe as $$
      select exists (select from unnest(a) x, unnest(b) y where ${this.odsql}part_intersects(x, y)) $$`);
    this
      .addSql(`create or replace function ${this.odsql}lies_within(a ${this.odsql}part[], b ${this.odsql}part[]) returns boolean language sql immutable parallel safe as $$
      select not exists (select from unnest(a) x where not exists (select from unnest(b) y where ${this.odsql}part_within(x, y))) and cardinality(a) > 0 $$`);
  }

  private addDistance(): void {
    // The lists of positions in a geometry.
    this
      .addSql(`create or replace function ${this.odsql}lines(geometry jsonb) returns setof jsonb language sql immutable strict parallel safe as $$
      select line from jsonb_path_query(geometry, case geometry ->> 'type' when 'Point' then '$' when 'MultiPoint' then '$.coordinates[*]'
        when 'LineString' then '$.coordinates' when 'MultiPolygon' then '$.coordinates[*][*]' when 'GeometryCollection' then '$.geometries[*]'
        else '$.coordinates[*]' end::jsonpath) found
      cross join lateral (select case geometry ->> 'type' when 'Point' then jsonb_build_array(found -> 'coordinates')
        when 'MultiPoint' then jsonb_build_array(found) else found end where geometry ->> 'type' <> 'GeometryCollection'
        union all select ${this.odsql}lines(found) where geometry ->> 'type' = 'GeometryCollection') lines (line) $$`);

    this
      .addSql(`create or replace function ${this.odsql}bounds(geometry jsonb) returns box language sql immutable strict parallel safe as $$
      select box(point(min((place ->> 0)::float8), min((place ->> 1)::float8)), point(max((place ->> 0)::float8), max((place ->> 1)::float8)))
      from ${this.odsql}lines(geometry) line cross join lateral jsonb_array_elements(line) place $$`);

    // The distance in metres from a point to a geometry; 0 in a polygon. The nearest position is found on a plane that touches the earth at
    // the point.
    this
      .addSql(`create or replace function ${this.odsql}shape_distance(geometry jsonb, lon double precision, lat double precision) returns double precision
      language sql immutable strict parallel safe as $$
      select case when ${this.odsql}intersects(${this.odsql}parts(geometry), array[row(0, point(lon, lat), null, null, null)::${this.odsql}part]) then 0 else (
        select min(${this.odsql}distance(point(x + part * dx, y + part * dy), lon, lat)) from (
          select x, y, dx, dy, case when dx = 0 and dy = 0 then 0
            else greatest(0, least(1, ((lon - x) * dx * cosd(lat) ^ 2 + (lat - y) * dy) / ((dx * cosd(lat)) ^ 2 + dy ^ 2))) end as part
          from (select x, y, coalesce(lead(x) over line, x) - x as dx, coalesce(lead(y) over line, y) - y as dy
            from ${this.odsql}lines(geometry) with ordinality lines (line, line_number)
            cross join lateral jsonb_array_elements(line) with ordinality positions (place, number)
            cross join lateral (select (place ->> 0)::float8, (place ->> 1)::float8) pair (x, y)
            window line as (partition by line_number order by number)) segments) nearest) end $$`);
  }

  private addHull(): void {
    // The convex hull, by Andrew's monotone chain. Among many points, most lie within the octagon of the outermost points. Those are
    // removed first.
    this
      .addSql(`create or replace function ${this.odsql}convex_hull(points point[]) returns jsonb language plpgsql immutable strict parallel safe as $$
      declare
        sorted point[];
        octagon point[];
        outline polygon;
        hull point[] := '{}';
        place point;
        size int := 0;
        base int := 0;
      begin
        if cardinality(points) > 1000 then
          octagon := (select array[point(a[2], a[3]), point(b[2], b[3]), point(c[2], c[3]), point(d[2], d[3]), point(e[2], e[3]), point(f[2], f[3]),
              point(g[2], g[3]), point(h[2], h[3])]
            from (select max(array[x, x, y]), max(array[x + y, x, y]), max(array[y, x, y]), max(array[y - x, x, y]),
              min(array[x, x, y]), min(array[x + y, x, y]), min(array[y, x, y]), min(array[y - x, x, y])
              from (select p[0], p[1] from unnest(points) p) places (x, y)) outermost (a, b, c, d, e, f, g, h));
          outline := '(' || array_to_string(octagon, ',') || ')';
          points := octagon || array(select p from unnest(points) p where not p <@ outline);
        end if;
        sorted := array(select point(x, y) from (select distinct p[0] as x, p[1] as y from unnest(points) p) places order by x, y);
        if cardinality(sorted) = 0 then return null; end if;
        if cardinality(sorted) = 1 then
          return jsonb_build_object('type', 'Point', 'coordinates', jsonb_build_array((sorted[1])[0], (sorted[1])[1]));
        end if;
        for pass in 1..2 loop
          foreach place in array sorted loop
            while size - base >= 2 and ((hull[size])[0] - (hull[size - 1])[0]) * (place[1] - (hull[size - 1])[1])
              <= ((hull[size])[1] - (hull[size - 1])[1]) * (place[0] - (hull[size - 1])[0]) loop size := size - 1; end loop;
            size := size + 1;
            hull[size] := place;
          end loop;
          base := size - 1;
          sorted := array(select p from unnest(sorted) with ordinality places (p, number) order by number desc);
        end loop;
        return case when size = 3 then jsonb_build_object('type', 'LineString', 'coordinates',
            jsonb_build_array(jsonb_build_array((hull[1])[0], (hull[1])[1]), jsonb_build_array((hull[2])[0], (hull[2])[1])))
          else jsonb_build_object('type', 'Polygon', 'coordinates', jsonb_build_array((select jsonb_agg(jsonb_build_array(p[0], p[1]) order by number)
            from unnest(hull[:size]) with ordinality places (p, number)))) end;
      end $$`);

    this
      .addSql(`create or replace function ${this.odsql}box_shape(west double precision, south double precision, east double precision, north double precision)
      returns jsonb language sql immutable strict parallel safe as $$
      select jsonb_build_object('type', 'Polygon', 'coordinates', jsonb_build_array(jsonb_build_array(jsonb_build_array(west, south),
        jsonb_build_array(east, south), jsonb_build_array(east, north), jsonb_build_array(west, north), jsonb_build_array(west, south)))) $$`);
  }
}
