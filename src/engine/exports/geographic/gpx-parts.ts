import type { Geometry, Position } from '#engine/geo/processing/geometry.ts';

/** A geometry in the terms of GPX. */
export interface GpxParts {
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
