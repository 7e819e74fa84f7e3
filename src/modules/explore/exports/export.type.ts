import { Field, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { exportFormats } from '../../../engine/exports/export-formats.ts';

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
  @Field(() => String, { defaultValue: ';', description: 'Of CSV, between values: `;`, `,`, a tab or `|`.' })
  delimiter!: string;

  @Field(() => String, {
    defaultValue: ',',
    description: 'Of CSV and XLSX, between the items of a list; at most 10 characters.',
  })
  listSeparator!: string;

  @Field(() => Boolean, { defaultValue: false, description: 'Of CSV, whether every text has quotes.' })
  quoteAll!: boolean;

  @Field(() => Boolean, { defaultValue: true, description: 'Of CSV, whether the file starts with a byte order mark.' })
  withBom!: boolean;

  @Field(() => Boolean, { defaultValue: false, description: 'Whether headers show labels instead of names.' })
  useLabels!: boolean;

  @Field(() => String, {
    defaultValue: 'snappy',
    description: 'Of Parquet, how pages are compressed: `snappy` or `zstd`.',
  })
  parquetCompression!: string;

  @Field(() => String, {
    defaultValue: '4326',
    description:
      'Of GeoJSON, Shapefile and FlatGeobuf, the EPSG code of the coordinate reference system of the geometries: `2154` or `EPSG:2154`.',
  })
  epsg!: string;

  @Field(() => String, { nullable: true, description: 'Of GPX, the column whose values name waypoints and tracks.' })
  nameField?: string | null;

  @Field(() => [String], {
    defaultValue: [],
    description: 'Of GPX, the columns that the descriptions of waypoints and tracks hold; at most 100.',
  })
  descriptionFieldList!: string[];

  @Field(() => Boolean, {
    defaultValue: true,
    description:
      'Of GPX, whether all values are in `<extensions>`. Otherwise they are in `<desc>`, unless `descriptionFieldList` names others.',
  })
  useExtension!: boolean;

  @Field(() => [String], {
    nullable: true,
    description:
      'Of the catalog in DCAT-AP, data.json and Dublin Core, the formats of the exports of records that are distributions of a dataset. Default: all.',
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
  @Field(() => ExportFormatName, { description: 'Its format.' })
  format!: string;

  @Field(() => String, { description: 'Its media type.' })
  mediaType!: string;

  @Field(() => String, { description: 'The name to save it under.' })
  filename!: string;

  @Field(() => String, { description: 'The address that downloads it, relative to that of the service.' })
  url!: string;
}
