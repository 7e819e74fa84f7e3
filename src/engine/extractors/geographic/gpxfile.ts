import { GpxReader } from './gpx-reader.ts';
import { defineXmlFeatureExtractor } from './xml-features.ts';

/** GPX: the waypoints, routes and tracks of navigation devices. */
export const gpxfile = defineXmlFeatureExtractor({
  type: 'gpxfile',
  label: 'GPX file',
  root: 'gpx',
  createReader: async () => new GpxReader(),
});
