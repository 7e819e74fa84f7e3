import type { DataRecord, FieldType } from '#engine/records/record.ts';
import type { Scope, ScopeField } from '#engine/odsql/scope.ts';

export const field = (name: string, type: FieldType, isMultivalued = false): ScopeField => ({
  name,
  type,
  isMultivalued,
});

/** A scope of fields, in UTC and English. */
export function scopeOf(fields: readonly ScopeField[], options: Partial<Scope> = {}): Scope {
  return {
    fields,
    find: (name) => fields.find((field) => field.name === name),
    timezone: 'UTC',
    language: 'en',
    now: new Date('2024-02-29T10:30:45.123Z'),
    ...options,
  };
}

/** The fields of the contract's examples (docs/contract/explore.md 14). */
export const cityFields = [
  field('name', 'text'),
  field('country', 'text'),
  field('population', 'int'),
  field('area', 'double'),
  field('founded', 'date'),
  field('updated', 'datetime'),
  field('tags', 'text', true),
  field('path', 'text'),
  field('position', 'geo_point_2d'),
  field('shape', 'geo_shape'),
  field('photo', 'file'),
];

export const cityScope = scopeOf(cityFields);

/** The same fields as a dataset has them. */
export const citySources = cityFields.map(({ name, type, isMultivalued }) => ({
  name,
  type,
  annotations: isMultivalued ? [{ name: 'multivalued', args: [';'] }] : [],
}));

const city = (
  name: string,
  country: string,
  [population, area]: readonly [number | null, number | null],
  [founded, updated]: readonly [string | null, string | null],
  [tags, path]: readonly [string | null, string | null],
  [lat, lon]: readonly [number, number],
): DataRecord => ({ name, country, population, area, founded, updated, tags, path, position: { lat, lon } });

/** The records of the contract's examples. */
export const cities: readonly DataRecord[] = [
  city(
    'Paris',
    'FR',
    [2100000, 105.4],
    ['1790-03-04', '2024-01-31T23:30:00Z'],
    ['capital;river', 'Europe/France/Paris'],
    [48.8566, 2.3522],
  ),
  city(
    'Lyon',
    'FR',
    [520000, 47.9],
    ['1793-06-24', '2024-02-01T10:00:00Z'],
    ['river', 'Europe/France/Lyon'],
    [45.764, 4.8357],
  ),
  city(
    'Bern',
    'CH',
    [134000, 51.6],
    ['1191-01-01', '2024-02-29T12:00:00Z'],
    ['capital;river', 'Europe/Switzerland/Bern'],
    [46.948, 7.4474],
  ),
  city('Genève', 'CH', [203000, null], [null, null], ['lake', 'Europe/Switzerland/Geneve'], [46.2044, 6.1432]),
  city('Quito', 'EC', [null, 372.4], ['1534-12-06', '2023-12-31T23:59:59Z'], [null, null], [-0.1807, -78.4678]),
];
