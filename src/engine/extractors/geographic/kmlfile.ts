import { PlacemarkFeatures } from './kml-features.ts';
import { KmlReader } from './kml-reader.ts';
import { defineXmlFeatureExtractor } from './xml-features.ts';

/** KML: the placemarks of an earth browser; as KMZ it is packed by zip. */
export const kmlfile = defineXmlFeatureExtractor({
  type: 'kmlfile',
  label: 'KML file',
  root: 'kml',
  createReader: async () => new KmlReader(await PlacemarkFeatures.load()),
});
