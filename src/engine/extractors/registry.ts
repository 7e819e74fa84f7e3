import { failFields } from '../../kernel/fail.ts';
import { csvfile } from './csvfile.ts';
import type { Extractor } from './extractor.ts';
import { feed } from './feed.ts';
import { file } from './file.ts';
import { gbfs } from './gbfs.ts';
import { geojsonfile } from './geojsonfile.ts';
import { gpxfile } from './gpxfile.ts';
import { jcdecaux } from './jcdecaux.ts';
import { jsondict } from './jsondict.ts';
import { jsonfile } from './jsonfile.ts';
import { kmlfile } from './kmlfile.ts';
import { parquetfile } from './parquetfile.ts';
import { realtime } from './realtime.ts';
import { shapefile } from './shapefile.ts';
import { topojsonfile } from './topojsonfile.ts';
import { xlsfile } from './xlsfile.ts';
import { xmlfile } from './xmlfile.ts';

/** All formats that records can be read from. */
export const extractors: readonly Extractor[] = Object.freeze([
  csvfile,
  jsonfile,
  jsondict,
  geojsonfile,
  topojsonfile,
  shapefile,
  kmlfile,
  gpxfile,
  xlsfile,
  parquetfile,
  xmlfile,
  feed,
  file,
  realtime,
  jcdecaux,
  gbfs,
]);

/** The extractor of a type; fails INVALID_INPUT at `type` when there is none. */
export const extractorOf = (type: string): Extractor =>
  extractors.find((extractor) => extractor.type === type) ??
  failFields({ type: [`Choose one of: ${extractors.map((extractor) => extractor.type).join(', ')}.`] });
