import { FeatureRows } from '../../geo/feature-rows.ts';
import { extractFilename, withFilename } from '../extract-filename.ts';
import { defineExtractor } from '../extractor.ts';
import { PlacemarkFeatures } from './kml-features.ts';
import { KmlReader } from './kml-reader.ts';
import { xmlFeatureConfidence, xmlFeatures } from './xml-features.ts';

/** KML: the placemarks of an earth browser; as KMZ it is packed by zip. */
export const kmlfile = defineExtractor({
  type: 'kmlfile',
  label: 'KML file',
  parameters: [extractFilename],
  extensions: ['kml'],
  content: 'xml',
  acceptsMarkup: true,
  confidence: (sample) => xmlFeatureConfidence(sample, 'kml'),
  guess: () => ({ extract_filename: false }),
  async *extract(content, params, { filename, columns, report, losses }) {
    const rows = new FeatureRows(columns, report);
    for await (const batch of xmlFeatures(content, 'kml', new KmlReader(await PlacemarkFeatures.load()), losses)) {
      yield withFilename(
        batch.map((feature) => rows.row(feature)),
        params.extract_filename,
        filename,
        columns,
      );
    }
  },
});
