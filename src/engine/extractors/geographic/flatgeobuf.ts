import { recogniseFormat } from '#engine/datasource/recognise-format.ts';
import { checkCrs, crsParameter } from '#engine/geo/crs-parameter.ts';
import { extractFilename } from '../extraction/filename-parameter.ts';
import { defineExtractor } from '../extractor.ts';
import { extractThreaded } from './threaded-features.ts';

/** FlatGeobuf: features in binary, with or without an index. */
export const flatgeobuf = defineExtractor({
  type: 'flatgeobuf',
  label: 'FlatGeobuf file',
  parameters: [crsParameter, extractFilename],
  extensions: ['fgb'],
  accepts: 'flatgeobuf',
  confidence: ({ bytes }) => (recogniseFormat(bytes)?.kind === 'flatgeobuf' ? 0.99 : 0),
  guess: () => ({ crs: '', extract_filename: false }),
  check: checkCrs,
  extract: (content, { crs, extract_filename: addsFilename }, extraction) =>
    extractThreaded(
      content,
      { format: 'flatgeobuf', layer: '', name: 'FlatGeobuf file', crs, extractFilename: addsFilename },
      extraction,
    ),
});
