import { Field, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { exportFormats } from '#engine/exports/export-formats.ts';

/** The file formats of exports, as an enum of the graph. */
export const ExportFormatName = Object.freeze(
  Object.fromEntries(Object.keys(exportFormats).map((name) => [name, name])),
);
registerEnumType(ExportFormatName, {
  name: 'ExportFormat',
  description: 'A file format of exports.',
  valuesConfig: Object.fromEntries(
    Object.entries(exportFormats).map(([name, { description }]) => [name, { description }]),
  ),
});

@InputType({ description: 'How an export is written. Options of other formats are ignored.' })
export class ExportOptionsInput {
  @Field(() => String, { defaultValue: ';', description: 'For CSV: the separator of values, `;`, `,`, a tab or `|`.' })
  delimiter!: string;

  @Field(() => String, {
    defaultValue: ',',
    description: 'For CSV and XLSX: the text between the items of a list, at most 10 characters.',
  })
  listSeparator!: string;

  @Field(() => Boolean, { defaultValue: false, description: 'For CSV: whether every text is quoted.' })
  quoteAll!: boolean;

  @Field(() => Boolean, {
    defaultValue: false,
    description:
      "For CSV: whether texts that a spreadsheet would take for a formula, such as `=1+1`, begin with an apostrophe. Programs then read another text than the record's.",
  })
  escapeFormulas!: boolean;

  @Field(() => Boolean, { defaultValue: true, description: 'For CSV: whether the file starts with a byte order mark.' })
  withBom!: boolean;

  @Field(() => Boolean, { defaultValue: false, description: 'Whether headers show labels instead of names.' })
  useLabels!: boolean;

  @Field(() => String, {
    defaultValue: 'zstd',
    description:
      'For Parquet: how pages are compressed, `zstd` or `snappy`. Stored records are in `zstd`, and need not be written again.',
  })
  parquetCompression!: string;

  @Field(() => String, {
    defaultValue: '4326',
    description:
      'For GeoJSON, Shapefile and FlatGeobuf: the EPSG code of the coordinate reference system of the geometries: `2154` or `EPSG:2154`.',
  })
  epsg!: string;

  @Field(() => String, { nullable: true, description: 'For GPX: the column whose values name waypoints and tracks.' })
  nameField?: string | null;

  @Field(() => [String], {
    defaultValue: [],
    description: 'For GPX: the columns whose values the descriptions of waypoints and tracks contain, at most 100.',
  })
  descriptionFieldList!: string[];

  @Field(() => Boolean, {
    defaultValue: true,
    description:
      'For GPX: whether all values are in `<extensions>`. Otherwise all values are in `<desc>`, unless `descriptionFieldList` names its columns.',
  })
  useExtension!: boolean;

  @Field(() => [String], {
    nullable: true,
    description:
      'For the catalog in DCAT-AP, data.json and Dublin Core: the formats of record exports that are listed as distributions of a dataset. Default: all.',
  })
  includeExports?: string[] | null;

  @Field(() => Boolean, {
    defaultValue: true,
    description: 'Whether those distributions show labels in their headers.',
  })
  useLabelsInExports!: boolean;
}

@ObjectType({ description: 'A file with all records that a query selects.' })
export class Export {
  @Field(() => ExportFormatName, { description: 'The format of the file.' })
  format!: string;

  @Field(() => String, { description: 'The media type of the file.' })
  mediaType!: string;

  @Field(() => String, { description: 'The name under which to save the file.' })
  filename!: string;

  @Field(() => String, { description: 'The address that downloads the file.' })
  url!: string;
}
