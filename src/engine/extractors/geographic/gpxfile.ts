import { FeatureRows } from '../../geo/feature-rows.ts';
import { extractFilename, withFilename } from '../extract-filename.ts';
import { defineExtractor } from '../extractor.ts';
import { GpxReader } from './gpx-reader.ts';
import { xmlFeatureConfidence, xmlFeatures } from './xml-features.ts';

/** GPX: the waypoints, routes and tracks of navigation devices. */
export const gpxfile = defineExtractor({
  type: 'gpxfile',
  label: 'GPX file',
  parameters: [extractFilename],
  extensions: ['gpx'],
  content: 'xml',
  acceptsMarkup: true,
  confidence: (sample) => xmlFeatureConfidence(sample, 'gpx'),
  guess: () => ({ extract_filename: false }),
  async *extract(content, params, { filename, columns, report, losses }) {
    const rows = new FeatureRows(columns, report);
    for await (const batch of xmlFeatures(content, 'gpx', new GpxReader(), losses)) {
      yield withFilename(
        batch.map((feature) => rows.row(feature)),
        params.extract_filename,
        filename,
        columns,
      );
    }
  },
});
