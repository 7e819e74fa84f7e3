import type { Builder, Offset } from 'flatbuffers';
import { Geometry as FgbGeometry } from 'flatgeobuf/lib/mjs/flat-geobuf/geometry.js';
import { GeometryType } from 'flatgeobuf/lib/mjs/flat-geobuf/geometry-type.js';
import { withoutHeights, type ExportNotes } from '../export-notes.ts';
import type { Geometry, Position } from '#engine/geo/processing/geometry.ts';

/**
 * Writes a geometry. A missing geometry is written as an empty collection: the format lets a feature omit its geometry, but
 * its own JavaScript library cannot read such a feature.
 */
export function writeFgbGeometry(builder: Builder, geometry: Geometry | null, notes: ExportNotes): Offset {
  if (!geometry) return writeParts(builder, GeometryType.GeometryCollection, []);
  const type = GeometryType[geometry.type];
  switch (geometry.type) {
    case 'Point':
      return writePositions(builder, type, [[geometry.coordinates]], notes);
    case 'MultiPoint':
    case 'LineString':
      return writePositions(builder, type, [geometry.coordinates], notes);
    case 'MultiLineString':
    case 'Polygon':
      return writePositions(builder, type, geometry.coordinates, notes);
    case 'MultiPolygon': {
      const areas = geometry.coordinates.map((area) => writePositions(builder, GeometryType.Polygon, area, notes));
      return writeParts(builder, type, areas);
    }
    case 'GeometryCollection': {
      const parts = geometry.geometries.map((part) => writeFgbGeometry(builder, part, notes));
      return writeParts(builder, type, parts);
    }
  }
}

function writeParts(builder: Builder, type: GeometryType, parts: Offset[]): Offset {
  const partsVector = FgbGeometry.createPartsVector(builder, parts);
  FgbGeometry.startGeometry(builder);
  FgbGeometry.addParts(builder, partsVector);
  FgbGeometry.addType(builder, type);
  return FgbGeometry.endGeometry(builder);
}

/** Writes the positions of all lines in one list, and where each line ends. Heights are written where every position has one. */
function writePositions(
  builder: Builder,
  type: GeometryType,
  lines: readonly Position[][],
  notes: ExportNotes,
): Offset {
  const positions = lines.flat();
  let end = 0;
  const ends = lines.map(({ length }) => (end += length));
  const hasHeights = positions.every(({ length }) => length > 2);
  if (!hasHeights && positions.some(({ length }) => length > 2)) notes.count(withoutHeights);
  const xy = FgbGeometry.createXyVector(
    builder,
    positions.flatMap(([x = NaN, y = NaN]) => [x, y]),
  );
  const heights =
    hasHeights &&
    FgbGeometry.createZVector(
      builder,
      positions.map(([, , height = NaN]) => height),
    );
  const endsVector = ends.length > 1 && FgbGeometry.createEndsVector(builder, ends);
  FgbGeometry.startGeometry(builder);
  FgbGeometry.addXy(builder, xy);
  if (heights !== false) FgbGeometry.addZ(builder, heights);
  if (endsVector !== false) FgbGeometry.addEnds(builder, endsVector);
  FgbGeometry.addType(builder, type);
  return FgbGeometry.endGeometry(builder);
}
