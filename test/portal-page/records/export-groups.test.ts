import { expect, test } from '@jest/globals';
import { exportsOfState, fittingExports, groupExports } from '#portal-page/records/export-groups.ts';

const formats = 'csv xlsx json jsonl parquet geojson shp kml gpx fgb jsonld n3 rdfxml turtle later'.split(' ');
const files = formats.map((format) => ({
  format,
  filename: `a.${format}`,
  url: `https://city.example/exports/${format}`,
}));
const columns = [
  { name: 'name', type: 'text', isMultivalued: false, isFacet: true },
  { name: 'place', type: 'geo_point_2d', isMultivalued: false, isFacet: false },
];
const formatsOf = (given: readonly { readonly format: string }[]) => given.map(({ format }) => format);

test('exports are grouped by who uses them, each once, and those of a later version are for programs', () => {
  const groups = groupExports(files);
  expect(groups.map(({ audience, files: offered }) => [audience, formatsOf(offered)])).toEqual([
    ['spreadsheet', ['xlsx', 'csv']],
    ['developer', ['json', 'jsonl', 'parquet', 'later']],
    ['map', ['geojson', 'shp', 'kml', 'gpx', 'fgb']],
    ['linked', ['jsonld', 'turtle', 'rdfxml', 'n3']],
  ]);
  expect(groupExports(files.slice(0, 2)).map(({ audience }) => audience)).toEqual(['spreadsheet']);
});

test('the exports of a table ask for its records, and make maps only of places', () => {
  const state = {
    refine: [{ field: 'name', value: 'a b' }],
    search: 'x',
    where: 'name is not null',
    select: ['place'],
  };
  expect(exportsOfState(files, state, columns)).toHaveLength(files.length);
  expect(exportsOfState(files.slice(0, 1), state, columns)[0]?.url).toBe(
    'https://city.example/exports/csv?where=name%20is%20not%20null&where=%27x%27&refine=name%3Aa%20b&select=place',
  );
  const withoutPlaces = exportsOfState(files, { ...state, select: ['name'] }, columns);
  expect(groupExports(withoutPlaces).map(({ audience }) => audience)).toEqual(['spreadsheet', 'developer', 'linked']);
  expect(formatsOf(exportsOfState(files, { refine: [] }, columns.slice(0, 1)))).not.toContain('geojson');
});

test('a dataset without places is offered no files for maps', () => {
  const shown = fittingExports(files, columns.slice(0, 1));
  expect(groupExports(shown).map(({ audience }) => audience)).toEqual(['spreadsheet', 'developer', 'linked']);
  expect(fittingExports(files, columns)).toEqual(files);
});
