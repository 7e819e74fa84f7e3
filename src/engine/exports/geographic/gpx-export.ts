import type { JsonObject } from '#kernel/json.ts';
import type { Position } from '#engine/geo/processing/geometry.ts';
import { wgs84System } from '#engine/geo/processing/project-geometry.ts';
import { ExportFile } from '../export-file.ts';
import type { ExportFormat } from '../export-format.ts';
import { ExportNotes } from '../export-notes.ts';
import { createXmlEscape, xmlComments } from '../xml-text.ts';
import { FeatureReader, geometryColumnOf } from './feature-reader.ts';
import { createGpxAttributes } from './gpx-attributes.ts';
import { gpxPartsOf } from './gpx-parts.ts';

const header =
  '<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Catalograph" xmlns="http://www.topografix.com/GPX/1/1" xmlns:ogr="http://osgeo.org/gdal">\n';

/** The length at which collected text is sent: one record may have many points, each of which repeats the attributes. */
const chunkLength = 2 ** 18;

/**
 * A waypoint for each point, and a track for the lines and areas of a record (GPX 1.1). Tracks come after all waypoints, so
 * they are kept in a temporary file. Where there may be tracks, the waypoints wait as well, so that an export beyond the disk budget fails
 * before its first byte. A comment at the end reports how many records have no geometry, because GPX cannot hold them.
 */
export const gpxExport: ExportFormat = {
  description: 'Waypoints and tracks, in WGS 84 (GPX 1.1).',
  mediaType: 'application/gpx+xml',
  extension: 'gpx',
  needsGeometry: true,
  async *write({ rows, columns, options, disk }) {
    const notes = new ExportNotes();
    const escape = createXmlEscape(notes);
    const reader = new FeatureReader(columns, wgs84System, notes);
    const writeAttributes = createGpxAttributes(reader.properties, columns, options, escape);
    const mayHaveTracks = geometryColumnOf(columns)?.type === 'geo_shape';
    let [waiting, tracks]: (ExportFile | undefined)[] = [];
    try {
      if (mayHaveTracks) waiting = await ExportFile.create(disk);
      else yield header;
      for await (const batch of rows) {
        let waypoints = '';
        let batchTracks = '';
        for (const row of batch) {
          const feature = featureOf(reader, row, notes, writeAttributes);
          for (const point of feature.points) {
            waypoints += `<wpt${positionOf(point)}${feature.attributes}</wpt>\n`;
            if (waypoints.length < chunkLength) continue;
            if (waiting) await waiting.append(Buffer.from(waypoints));
            else yield waypoints;
            waypoints = '';
          }
          if (feature.segments.length > 0)
            batchTracks += `<trk>${feature.attributes}${feature.segments.map(segmentOf).join('')}</trk>\n`;
        }
        if (waiting) await waiting.append(Buffer.from(waypoints));
        else if (waypoints !== '') yield waypoints;
        if (batchTracks !== '') {
          tracks ??= await ExportFile.create(disk);
          await tracks.append(Buffer.from(batchTracks));
        }
      }
      if (waiting) {
        yield header;
        yield* waiting.openStream();
      }
      if (tracks) yield* tracks.openStream();
      yield `</gpx>\n${xmlComments(notes)}`;
    } finally {
      await waiting?.close();
      await tracks?.close();
    }
  },
};

function featureOf(
  reader: FeatureReader,
  row: string,
  notes: ExportNotes,
  writeAttributes: (values: JsonObject) => string,
) {
  const { geometry, values } = reader.read(row);
  if (!geometry) notes.count('Records left out because they have no geometry');
  const { points, segments } = gpxPartsOf(geometry);
  return { points, segments, attributes: geometry ? writeAttributes(values) : '' };
}

const segmentOf = (line: readonly Position[]): string =>
  `<trkseg>${line.map((position) => `<trkpt${positionOf(position)}</trkpt>`).join('')}</trkseg>`;

/** The attributes of a point's tag, then its height. */
const positionOf = ([lon = NaN, lat = NaN, height]: Position): string =>
  ` lat="${String(lat)}" lon="${String(lon)}">${height === undefined ? '' : `<ele>${String(height)}</ele>`}`;
