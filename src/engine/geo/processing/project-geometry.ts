import { createTransformation, epsgCodeOf, wgs84, type Transformation } from '../coordinate-systems.ts';
import { findDefinition } from '../systems/find-definition.ts';
import { areaOfUseTest } from '../systems/listed-systems.ts';
import type { Geometry } from './geometry.ts';
import type { TransformPosition } from './reference-system.ts';
import { transformGeometry } from './transform-geometry.ts';

/** A coordinate reference system that geometries can be written in. */
export interface TargetSystem {
  /** The EPSG code of the system. */
  readonly code: string;
  /** Transforms a geometry of WGS 84; undefined where a position is outside of the area of use of the system. */
  readonly project: (geometry: Geometry) => Geometry | undefined;
}

/** The factor that rounds coordinates to nine decimals. Further digits are noise. */
const roundingFactor = 1e9;

/** The maximum error of a round trip, in degrees: a tenth of a metre. */
const maxRoundTripError = 1e-6;

/** WGS 84, in which geometries are stored, so none is transformed. */
export const wgs84System: TargetSystem = Object.freeze({ code: wgs84, project: (geometry: Geometry) => geometry });

/** The system with an EPSG code, `2154` or `EPSG:2154`; undefined when it is unknown. */
export function findTargetSystem(text: string): TargetSystem | undefined {
  const code = epsgCodeOf(text);
  if (code === undefined) return undefined;
  if (code === wgs84) return wgs84System;
  const definition = findDefinition(code);
  if (definition === undefined) return undefined;
  try {
    const project = positionProjection(createTransformation(definition), areaOfUseTest(code));
    return { code, project: (geometry) => transformGeometry(geometry, project) };
  } catch {
    // The library throws texts and TypeErrors for a definition that it cannot use.
    return undefined;
  }
}

const positionProjection =
  (transformation: Transformation, isInArea: (lon: number, lat: number) => boolean): TransformPosition =>
  (lon, lat) => {
    // A conformal projection also has coordinates far outside of its area of use, and they project back.
    if (!isInArea(lon, lat)) return undefined;
    try {
      const [x = NaN, y = NaN] = transformation.inverse([lon, lat]);
      const [backLon = NaN, backLat = NaN] = transformation.forward([x, y]);
      // Other projections return arbitrary coordinates there, which project back to another position.
      const isInside =
        longitudeDistance(backLon, lon) <= maxRoundTripError && Math.abs(backLat - lat) <= maxRoundTripError;
      return isInside ? [round(x), round(y)] : undefined;
    } catch {
      // The position lies outside the area of use of the projection.
      return undefined;
    }
  };

/** The distance of two longitudes, of which 180 and -180 are the same. */
const longitudeDistance = (one: number, other: number): number => {
  const difference = Math.abs(one - other);
  return Math.min(difference, Math.abs(360 - difference));
};

const round = (coordinate: number): number => Math.round(coordinate * roundingFactor) / roundingFactor;
