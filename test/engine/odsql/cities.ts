import type { FieldType } from '../../../src/engine/records/field.ts';
import type { Scope, ScopeField } from '../../../src/engine/odsql/scope.ts';

export const field = (name: string, type: FieldType, isMultivalued = false): ScopeField => ({
  name,
  type,
  isMultivalued,
});

/** A scope of fields, in UTC and English. */
export function scopeOf(fields: readonly ScopeField[], options: Partial<Scope> = {}): Scope {
  return {
    fields,
    find: (name) => fields.find((each) => each.name === name),
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
