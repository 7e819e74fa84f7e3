import { Field, Float, ObjectType, registerEnumType } from 'type-graphql';
import { JsonMap } from '../../api/scalars.ts';
import type { FieldType } from '../../engine/field.ts';
import type { JsonObject } from '../../kernel/json.ts';

const fieldTypes: { readonly [Type in FieldType]: Type } = {
  text: 'text', int: 'int', double: 'double', geo_point_2d: 'geo_point_2d', geo_shape: 'geo_shape', date: 'date', datetime: 'datetime', file: 'file',
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

@ObjectType({ description: 'A remark on a field, such as its unit.' })
export class FieldAnnotation {
  @Field(() => String, { description: 'What it is about.' })
  name!: string;

  @Field(() => [String], { description: 'What it says.' })
  args!: readonly string[];
}

@ObjectType({ description: 'A field of the records of a preview.' })
export class PreviewField {
  @Field(() => String, { description: 'Its key in the records.' })
  name!: string;

  @Field(() => String, { description: 'What people read.' })
  label!: string;

  @Field(() => fieldTypes, { description: 'The narrowest type that the values fit.' })
  type!: FieldType;

  @Field(() => String, { description: 'What it means; empty when nobody said.' })
  description!: string;

  @Field(() => String, { description: 'Its name in the source.' })
  originalName!: string;

  @Field(() => [FieldAnnotation], { description: 'Remarks, such as a unit.' })
  annotations!: readonly FieldAnnotation[];
}

@ObjectType({ description: 'The first records of a source, as publishing would store them.' })
export class ResourcePreview {
  @Field(() => [PreviewField], { description: 'Their fields, in order.' })
  fields!: readonly PreviewField[];

  @Field(() => [JsonMap], { description: 'The records by field name, 20 at most.' })
  records!: readonly JsonObject[];
}

@ObjectType({ description: 'A format that a source may have.' })
export class ExtractorGuess {
  @Field(() => String, { description: 'The type of the extractor.' })
  type!: string;

  @Field(() => String, { description: 'What people call it.' })
  label!: string;

  @Field(() => Float, { description: 'How likely it is, 0 to 1.' })
  confidence!: number;
}

@ObjectType({ description: 'Parameters with which an extractor reads a source well.' })
export class ExtractorParamsGuess {
  @Field(() => String, { description: 'The type of the extractor.' })
  extractor!: string;

  @Field(() => JsonMap, { description: 'The parameters.' })
  params!: JsonObject;
}
