import { recogniseFormat } from '#engine/datasource/recognise-format.ts';
import { checkCrs, crsParameter } from '#engine/geo/crs-parameter.ts';
import { extractFilename } from '../extraction/filename-parameter.ts';
import { defineExtractor } from '../extractor.ts';
import { extractThreaded } from './threaded-features.ts';

/** The maximum size of a file, which is on disk twice while it is read. */
const maxBytes = 2 ** 30;

/** GeoPackage: layers of features, and tables of attributes, in a database of SQLite. */
export const geopackage = defineExtractor({
  type: 'geopackage',
  label: 'GeoPackage',
  parameters: [
    {
      name: 'layer',
      type: 'text',
      label: 'Layer',
      description: 'The name of the table; may be empty where the file has only one.',
      isMandatory: false,
      default: '',
      trim: 'true',
    },
    crsParameter,
    extractFilename,
  ],
  extensions: ['gpkg'],
  accepts: 'geopackage',
  confidence: ({ bytes }) => (recogniseFormat(bytes)?.kind === 'geopackage' ? 0.99 : 0),
  guess: () => ({ layer: '', crs: '', extract_filename: false }),
  check: checkCrs,
  extract: (content, { layer, crs, extract_filename: addsFilename }, extraction) =>
    extractThreaded(
      content,
      { format: 'geopackage', layer, name: 'GeoPackage', crs, extractFilename: addsFilename, maxBytes },
      extraction,
    ),
});
