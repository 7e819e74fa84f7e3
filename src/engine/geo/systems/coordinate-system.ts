/** A parameter of a map projection, as a file writes it. */
export interface ProjectionParameter {
  readonly name: string;
  readonly value: number;
  /** The factor that converts the value to radians or metres; undefined when the value is in the unit of the system. */
  readonly unit: number | undefined;
}

/** A geographic system of longitudes and latitudes: an ellipsoid and a datum. */
export interface GeographicSystem {
  readonly name: string;
  /** The EPSG code. */
  readonly code: string | undefined;
  readonly datum: string;
  /** The semi-major axis of the ellipsoid, in metres. */
  readonly semiMajorAxis: number;
  /** The inverse flattening of the ellipsoid; 0 for a sphere. */
  readonly inverseFlattening: number;
  /** The longitude of the prime meridian, in degrees east of Greenwich. */
  readonly primeMeridian: number;
  /** The factor from the unit of angles to radians. */
  readonly angleUnit: number;
  /** The datum shift to WGS 84 that the file states: metres, arc seconds (position vector) and parts per million. */
  readonly toWgs84: readonly number[] | undefined;
}

/** A coordinate reference system as a text describes it. */
export interface CoordinateSystem {
  readonly name: string;
  /** The EPSG code. */
  readonly code: string | undefined;
  readonly base: GeographicSystem;
  /** Undefined when coordinates are longitudes and latitudes. */
  readonly projection:
    | {
        readonly method: string;
        readonly parameters: readonly ProjectionParameter[];
        /** The factor from the unit of coordinates to metres. */
        readonly lengthUnit: number;
        /** The directions of the axes, in lower case: `east`, `north`; empty when they are not stated. */
        readonly directions: readonly string[];
      }
    | undefined;
}

/** Normalizes a name, so that all its spellings compare as equal. */
export const normalizeName = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9+]/g, '');

/** A degree in radians. */
export const radiansPerDegree = Math.PI / 180;
