/** A parameter of a map projection, as a file writes it. */
export interface ProjectionParameter {
  readonly name: string;
  readonly value: number;
  /** Radians or metres of its unit; undefined where it is in that of the system. */
  readonly unit: number | undefined;
}

/** Longitudes and latitudes: an ellipsoid, and how it lies in the earth (the datum). */
export interface GeographicSystem {
  readonly name: string;
  /** The code in the register of EPSG. */
  readonly code: string | undefined;
  readonly datum: string;
  /** In metres. */
  readonly semiMajorAxis: number;
  /** 0 for a sphere. */
  readonly inverseFlattening: number;
  /** East of Greenwich, in degrees. */
  readonly primeMeridian: number;
  /** Radians of the unit of angles. */
  readonly angleUnit: number;
  /** The way to WGS 84, as the file tells it: metres, arc seconds (position vector) and parts per million. */
  readonly toWgs84: readonly number[] | undefined;
}

/** A coordinate reference system as a text describes it. */
export interface CoordinateSystem {
  readonly name: string;
  /** The code in the register of EPSG. */
  readonly code: string | undefined;
  readonly base: GeographicSystem;
  /** Undefined where coordinates are longitudes and latitudes. */
  readonly projection:
    | {
        readonly method: string;
        readonly parameters: readonly ProjectionParameter[];
        /** Metres of the unit of coordinates. */
        readonly lengthUnit: number;
        /** Where the axes point, in small letters: `east`, `north`; empty where nothing is said. */
        readonly directions: readonly string[];
      }
    | undefined;
}

/** What is the same for all writings of a name. */
export const normalName = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9+]/g, '');

/** A degree in radians. */
export const degree = Math.PI / 180;
