import type { Columns } from '../records/columns.ts';
import type { ReportFieldError } from '../extractors/extractor.ts';
import type { DataRecord, FieldType, Value } from '../records/record.ts';
import { GeometryError, checkGeometry, type CheckedGeometry, type Project } from './checked-geometry.ts';
import { representativePoint } from './representative-point.ts';

/** A geographic feature. */
export interface Feature {
  readonly id?: Value;
  readonly properties: DataRecord;
  /** The types of properties that the source declares, by name. */
  readonly types?: ReadonlyMap<string, FieldType>;
  /** Unchecked GeoJSON, or a function that creates it and may throw a GeometryError. */
  readonly geometry: Value | (() => Value);
}

const pointColumn = 'Geo Point 2D';
const shapeColumn = 'Geo Shape';
const idColumn = 'id';
const builtInColumns = new Set([pointColumn, shapeColumn, idColumn]);

/** Converts features to records: `geo_point_2d`, `geo_shape`, `id` when there is one, and a field for each property. */
export class FeatureRecords {
  readonly #columns: Columns;
  readonly #report: ReportFieldError;
  readonly #project: Project | undefined;
  readonly #point: string;
  readonly #shape: string;

  /** `project` is undefined when positions are already in WGS 84. */
  constructor(columns: Columns, report: ReportFieldError = () => undefined, project?: Project) {
    this.#columns = columns;
    this.#report = report;
    this.#project = project;
    this.#point = columns.nameOf(pointColumn, 'geo_point_2d');
    this.#shape = columns.nameOf(shapeColumn, 'geo_shape');
  }

  /** The record of a feature; an invalid geometry is reported and left out. */
  record({ id = null, properties, types, geometry }: Feature): DataRecord {
    const record: DataRecord = { [this.#point]: null, [this.#shape]: null };
    const shape = this.#checkedGeometry(record, geometry);
    if (shape) {
      record[this.#point] = representativePoint(shape);
      record[this.#shape] = shape;
    }
    if (id !== null) record[this.#columns.nameOf(idColumn)] = id;
    for (const name of Object.keys(properties))
      record[this.#propertyColumn(name, types?.get(name))] = properties[name] ?? null;
    return record;
  }

  /** An empty record with a reported error, for an input that is not a feature. */
  invalidRecord(message: string): DataRecord {
    const record: DataRecord = { [this.#point]: null, [this.#shape]: null };
    this.#report(record, this.#shape, message);
    return record;
  }

  #checkedGeometry(record: DataRecord, geometry: Feature['geometry']): CheckedGeometry | null {
    try {
      return checkGeometry(typeof geometry === 'function' ? geometry() : geometry, this.#project);
    } catch (error) {
      if (!(error instanceof GeometryError)) throw error;
      this.#report(record, this.#shape, `The geometry is left out: ${error.message}.`);
      return null;
    }
  }

  /**
   * The column of a property. A property may have the name of a built-in column. A trailing space then makes it another column, to whose
   * technical name `Columns` adds a number.
   */
  #propertyColumn(name: string, type: FieldType | undefined): string {
    return this.#columns.nameOf(builtInColumns.has(name.trimEnd()) ? `${name} ` : name, type);
  }
}
