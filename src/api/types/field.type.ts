import { Field, ObjectType, registerEnumType } from 'type-graphql';
import type { FieldType } from '#engine/records/record.ts';
import { TextOrInteger } from './scalars.ts';

/** The types of fields as the graph's enum. */
export const fieldTypes: { readonly [Type in FieldType]: Type } = {
  text: 'text',
  int: 'int',
  double: 'double',
  geo_point_2d: 'geo_point_2d',
  geo_shape: 'geo_shape',
  date: 'date',
  datetime: 'datetime',
  file: 'file',
};
registerEnumType(fieldTypes, {
  name: 'FieldType',
  description: 'The type of a field.',
  valuesConfig: {
    text: { description: 'A text, or several.' },
    int: { description: 'A whole number.' },
    double: { description: 'A number.' },
    geo_point_2d: { description: 'A point on the earth: `{lat, lon}` in degrees (WGS 84).' },
    geo_shape: { description: 'A GeoJSON geometry (RFC 7946).' },
    date: { description: 'A day: `2026-01-15`.' },
    datetime: { description: 'An instant in UTC: `2026-01-15T14:30:00Z`.' },
    file: { description: 'A file.' },
  },
});

@ObjectType({ description: 'An annotation of a field, such as its unit.' })
export class FieldAnnotation {
  @Field(() => String, { description: 'The name of the annotation.' })
  name!: string;

  @Field(() => [TextOrInteger], { description: 'The values of the annotation.' })
  args!: readonly (string | number)[];
}
