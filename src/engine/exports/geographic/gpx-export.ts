import type { Json, JsonObject } from '#kernel/json.ts';
import type { Geometry, Position } from '#engine/geo/parse-geometry.ts';
import { wgs84System } from '#engine/geo/coordinate-systems.ts';
import { ExportFile } from '../export-file.ts';
import { cellTextOf, type ExportColumn, type ExportFormat, ExportNotes, type ExportOptions } from '../export-format.ts';
import { createXmlEscape, type EscapeXml, xmlComments } from '../xml-text.ts';
import { FeatureReader, geometryColumnOf } from './feature-reader.ts';
import { uniqueNames } from '#kernel/text.ts';

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

/** A geometry in the terms of GPX. */
interface GpxParts {
  /** The positions of waypoints. */
  readonly points: readonly Position[];
  /** The segments of one track. */
  readonly segments: readonly Position[][];
}

const nothing: GpxParts = Object.freeze({ points: [], segments: [] });

/** Each point is a waypoint; each line, and each border of an area, is a segment of a track. */
export function gpxPartsOf(geometry: Geometry | null): GpxParts {
  switch (geometry?.type) {
    case undefined:
      return nothing;
    case 'Point':
      return { ...nothing, points: [geometry.coordinates] };
    case 'MultiPoint':
      return { ...nothing, points: geometry.coordinates };
    case 'LineString':
      return { ...nothing, segments: [geometry.coordinates] };
    case 'MultiLineString':
    case 'Polygon':
      return { ...nothing, segments: geometry.coordinates };
    case 'MultiPolygon':
      return { ...nothing, segments: geometry.coordinates.flat() };
    case 'GeometryCollection': {
      const parts = geometry.geometries.map(gpxPartsOf);
      return { points: parts.flatMap(({ points }) => points), segments: parts.flatMap(({ segments }) => segments) };
    }
  }
}

/**
 * Creates the function that writes the values of a row as `name`, `desc` and `extensions` of GPX: the options name the
 * columns of the name and of the description, and all `properties` become extensions in the namespace that GDAL reads, or
 * the description when the options disable extensions.
 */
function createGpxAttributes(
  properties: readonly ExportColumn[],
  columns: readonly ExportColumn[],
  options: ExportOptions,
  escape: EscapeXml,
): (values: JsonObject) => string {
  const { nameField, descriptionFields, hasExtensions } = options;
  const named = (name: string): readonly ExportColumn[] => columns.filter((column) => column.name === name);
  const described = descriptionFields.length > 0 ? descriptionFields.flatMap(named) : hasExtensions ? [] : properties;
  const textsOf = (of: readonly ExportColumn[]) =>
    of.map((column) => ({ column, textOf: cellTextOf(column, options) }));
  const names = textsOf(nameField === null ? [] : named(nameField));
  const descriptions = textsOf(described);
  const tags = uniqueNames(
    properties.map(({ name }) => name),
    (name, suffix) => toXmlName(name + suffix),
  );
  const extensions = hasExtensions
    ? textsOf(properties).map((each, index) => ({ ...each, tag: `ogr:${tags[index] ?? ''}` }))
    : [];
  return (values) => {
    const valueOf = ({ name }: ExportColumn): Json => values[name] ?? null;
    const name = names.map(({ column, textOf }) => textOf(valueOf(column))).join('');
    const description = descriptions
      .filter(({ column }) => valueOf(column) !== null)
      .map(({ column, textOf }) => `${column.name}: ${textOf(valueOf(column))}`)
      .join('\n');
    const extension = extensions
      .filter(({ column }) => valueOf(column) !== null)
      .map(({ column, textOf, tag }) => `<${tag}>${escape(textOf(valueOf(column)))}</${tag}>`)
      .join('');
    return (
      elementOf('name', escape(name)) + elementOf('desc', escape(description)) + elementOf('extensions', extension)
    );
  };
}

const elementOf = (tag: string, content: string): string => (content === '' ? '' : `<${tag}>${content}</${tag}>`);

/** The name as XML allows it, in which other characters are `_`. */
const toXmlName = (name: string): string =>
  name
    .replace(
      /[^A-Za-z0-9_.\-\u{C0}-\u{D6}\u{D8}-\u{F6}\u{F8}-\u{2FF}\u{370}-\u{37D}\u{37F}-\u{1FFF}\u{2C00}-\u{2FEF}\u{3001}-\u{D7FF}\u{F900}-\u{FDCF}\u{FDF0}-\u{FFFD}\u{10000}-\u{EFFFF}]/gu,
      '_',
    )
    .replace(/^(?=[\d.-]|$)/, '_');
