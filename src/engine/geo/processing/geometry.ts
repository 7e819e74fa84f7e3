/** Longitude and latitude, or x and y before they are transformed; a height may follow. */
export type Position = number[];

/** A geometry of GeoJSON (RFC 7946, 3.1), as a value of a record. */
export type Geometry =
  | { type: 'Point'; coordinates: Position }
  | { type: 'MultiPoint' | 'LineString'; coordinates: Position[] }
  | Polygon
  | { type: 'MultiLineString'; coordinates: Position[][] }
  | MultiPolygon
  | { type: 'GeometryCollection'; geometries: Geometry[] };

/** An area: the coordinates of its border, then the coordinates of the border of each hole. */
export type Polygon = { type: 'Polygon'; coordinates: Position[][] };

/** Several areas. */
export type MultiPolygon = { type: 'MultiPolygon'; coordinates: Position[][][] };

/** The areas in a geometry; a line or a point has none. */
export function areasOf(geometry: Geometry): (Polygon | MultiPolygon)[] {
  if (geometry.type === 'GeometryCollection') return geometry.geometries.flatMap(areasOf);
  return geometry.type === 'Polygon' || geometry.type === 'MultiPolygon' ? [geometry] : [];
}
