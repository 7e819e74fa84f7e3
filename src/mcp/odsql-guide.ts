/** The query language for agents: what they need most of docs/contract/explore.md, section 7. */
export const odsqlGuide = `# ODSQL

The language of where, select, groupBy and orderBy in read_records and aggregate_records.

Texts are in quotes: "Oak" or 'Oak'. Names of fields are not; one that is a reserved word, or begins with a digit, is in backquotes: \`top\`, \`year\`, \`2024\`.
Reserved: and as asc avg by count date_format day dayofweek desc distinct equi false group hour ifnull or limit lower max millisecond min minute month
not null quarter range search second select sum top true upper where year.

## where
- Comparisons: height > 20, species = "Oak", species != "Oak", planted >= date'2020-03', planted = date'2020' (within the year).
- species in ("Oak", "Birch"); height in [10..20], ]10..20[ without its ends; name like "quay"; note is null, note is not null; open is true.
- and, or, not, parentheses. A comparison with a null never matches; not matches all other records.
- Words: "river", search(name, "river"), suggest(name, "riv"), startswith(name, "Riv").
- Places: within_distance(position, geom'POINT(2.35 48.85)', 5km), in_bbox(position, 48, 2, 49, 3), intersects(area, geom'POLYGON((…))'). Longitude comes first in WKT.
- In a field with several values, a comparison holds when it holds for one of them.

## select
- Fields and expressions with names: name, population / area as density, year(planted) as year, lower(name), distance(position, geom'POINT(2 48)').
- include(pop*), exclude(geo*) choose fields; date_format(planted, 'yyyy-MM'), ifnull(note, ""), length(name).
- Aggregates, in aggregate_records: count(*), count(field), count(distinct field), sum, avg, min, max, median, percentile(field, 90), envelope, bbox.

## groupBy
- Fields, dates and ranges: species, year(planted) as year, range(height, 5) for five ranges, range(height, *, 10, 20, *), geo_cluster(position, 10).

## orderBy
- height desc, name. Keys, aliases and aggregates of the query too. Nulls are last.

Not in the language: <>, ==, not in, between, case, having, joins and subqueries.
`;
