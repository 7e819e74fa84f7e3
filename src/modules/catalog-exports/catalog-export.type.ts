import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { catalogExportFormats } from './catalog-export-formats.ts';

/** The file formats of exports of the catalog, as an enum of the graph. */
export const CatalogExportFormatName = Object.freeze(
  Object.fromEntries(Object.keys(catalogExportFormats).map((name) => [name, name])),
);
registerEnumType(CatalogExportFormatName, {
  name: 'CatalogExportFormat',
  description: 'A file format of exports of the catalog.',
  valuesConfig: Object.fromEntries(
    Object.entries(catalogExportFormats).map(([name, { description }]) => [name, { description }]),
  ),
});

@ObjectType({ description: 'A file with all datasets that a query selects.' })
export class CatalogExport {
  @Field(() => CatalogExportFormatName, { description: 'The format of the file.' })
  format!: string;

  @Field(() => String, { description: 'The media type of the file.' })
  mediaType!: string;

  @Field(() => String, { description: 'The name under which to save the file.' })
  filename!: string;

  @Field(() => String, { description: 'The address that downloads the file.' })
  url!: string;
}
