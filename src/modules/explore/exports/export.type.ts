import { Field, InputType, ObjectType, registerEnumType } from 'type-graphql';

/** The file formats of exports. */
export enum ExportFormatName {
  csv = 'csv',
  json = 'json',
  jsonl = 'jsonl',
  geojson = 'geojson',
}
registerEnumType(ExportFormatName, {
  name: 'ExportFormat',
  description: 'A file format of exports.',
  valuesConfig: {
    csv: { description: 'A line for each record, with a header (RFC 4180).' },
    json: { description: 'One array of rows.' },
    jsonl: { description: 'A row on each line (JSON Lines).' },
    geojson: { description: 'A collection of features; the first shape or point is the geometry.' },
  },
});

@InputType({ description: 'How an export is written. Options of other formats are ignored.' })
export class ExportOptionsInput {
  @Field(() => String, { defaultValue: ';', description: 'Of CSV, between values: `;`, `,`, a tab or `|`.' })
  delimiter!: string;

  @Field(() => String, {
    defaultValue: ',',
    description: 'Of CSV, between the items of a list; at most 10 characters.',
  })
  listSeparator!: string;

  @Field(() => Boolean, { defaultValue: false, description: 'Of CSV, whether every text has quotes.' })
  quoteAll!: boolean;

  @Field(() => Boolean, { defaultValue: true, description: 'Of CSV, whether the file starts with a byte order mark.' })
  withBom!: boolean;

  @Field(() => Boolean, { defaultValue: false, description: 'Whether headers show labels instead of names.' })
  useLabels!: boolean;
}

@ObjectType({ description: 'A file with all records that a query selects.' })
export class Export {
  @Field(() => ExportFormatName, { description: 'Its format.' })
  format!: `${ExportFormatName}`;

  @Field(() => String, { description: 'Its media type.' })
  mediaType!: string;

  @Field(() => String, { description: 'The name to save it under.' })
  filename!: string;

  @Field(() => String, { description: 'The address that downloads it, relative to that of the service.' })
  url!: string;
}
