import { randomUUID } from 'node:crypto';
import { openSync, closeSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import wkx from 'wkx';
import { listNames } from '#kernel/text.ts';
import { type OpenFile, readBytes } from '../reader-thread.ts';
import type { DataRecord, FieldType, Value } from '#engine/records/record.ts';
import { maxFeatureBytes, toParts, type FeaturePart, type ReadFeature } from './feature-part.ts';

const copyBytes = 2 ** 20;
const maxLayers = 1_000;

/** A table of features or of attributes alone. */
interface Layer {
  readonly table: string;
  /** The column of geometries; null for a table of attributes. */
  readonly geometry: string | null;
  readonly crs: string;
}

interface Column {
  readonly name: string;
  /** The declared type, in upper case. */
  readonly type: string;
}

/**
 * Reads the parts of a layer of a GeoPackage (OGC 12-128). Throws Errors about files that are not of the format. Only tables are read, by
 * their stored columns: views, virtual tables and computed columns of a hostile file could run for ever.
 */
export function* readGeoPackage(file: OpenFile, layerName: string): Generator<FeaturePart> {
  const database = openCopy(file);
  try {
    const layer = findLayer(database, layerName);
    const columns = columnsOf(database, layer.table);
    const types = columns.flatMap(({ name, type }): [string, FieldType][] =>
      /^(TEXT|VARCHAR|CHAR)/.test(type) ? [[name, 'text']] : [],
    );
    yield { crs: layer.crs, types: new Map(types) };
    yield* toParts(readRows(database, layer, columns));
  } finally {
    database.close();
  }
}

/** Opens a copy of the file, which has a name until it is open: SQLite opens no file without one. */
function openCopy(file: OpenFile): DatabaseSync {
  const path = join(tmpdir(), `catalograph-${randomUUID()}.gpkg`);
  const copy = openSync(path, 'wx', 0o600);
  try {
    try {
      for (let start = 0; start < file.size; start += copyBytes)
        writeSync(copy, readBytes(file, start, Math.min(start + copyBytes, file.size)));
    } finally {
      closeSync(copy);
    }
    const address = pathToFileURL(path);
    // A journal that another program left next to the file is ignored.
    address.search = 'immutable=1';
    const database = new DatabaseSync(address, {
      readOnly: true,
      defensive: true,
      limits: { length: maxFeatureBytes, sqlLength: 2 ** 20, column: 2_000 },
    });
    database.exec('pragma trusted_schema = off; pragma cell_size_check = on');
    return database;
  } finally {
    unlinkSync(path);
  }
}

/** The layer of a name, or the only one. */
function findLayer(database: DatabaseSync, wanted: string): Layer {
  const layers = listLayers(database);
  const names = layers.map(({ table }) => table);
  if (wanted === '' && layers.length > 1)
    throw new Error(`it has several layers; choose one of them by layer: ${listNames(names)}`);
  const layer = wanted === '' ? layers[0] : layers.find(({ table }) => table === wanted);
  if (!layer)
    throw new Error(
      names.length === 0 ? 'it has no layers' : `there is no layer ${wanted}; the layers are ${listNames(names)}`,
    );
  return layer;
}

function listLayers(database: DatabaseSync): Layer[] {
  const tables = new Set(
    rowsOf(database, "select name from sqlite_master where type = 'table' and sql not like 'create virtual %'").map(
      ({ name }) => name,
    ),
  );
  const missing = ['gpkg_contents', 'gpkg_geometry_columns', 'gpkg_spatial_ref_sys'].find((name) => !tables.has(name));
  if (missing !== undefined) throw new Error(`the table ${missing} is missing`);
  return rowsOf(
    database,
    `select c.table_name as name, g.column_name as geometry, s.organization, s.organization_coordsys_id as code, s.definition
    from gpkg_contents c left join gpkg_geometry_columns g on g.table_name = c.table_name
    left join gpkg_spatial_ref_sys s on s.srs_id = g.srs_id
    where c.data_type in ('features', 'attributes') order by c.data_type desc, c.rowid limit ${maxLayers}`,
  ).flatMap(({ name, geometry = null, organization = null, code = null, definition = null }) =>
    name !== null && name !== undefined && tables.has(name)
      ? [{ table: name, geometry, crs: crsOf(organization, Number(code), definition) }]
      : [],
  );
}

/** The reference system by its code of EPSG or its text; empty where the file says that none is known. */
function crsOf(organization: string | null, code: number, definition: string | null): string {
  if (organization?.toUpperCase() === 'EPSG' && code > 0) return `EPSG:${code}`;
  return definition === null || /^undefined$/i.test(definition.trim()) ? '' : definition;
}

/** The columns that are stored, in order. */
const columnsOf = (database: DatabaseSync, table: string): Column[] =>
  rowsOf(database, `select name, type from pragma_table_xinfo(${quotedText(table)}) where hidden = 0`).map(
    ({ name, type }) => ({ name: name ?? '', type: (type ?? '').toUpperCase() }),
  );

/** Rows of texts. */
const rowsOf = (database: DatabaseSync, query: string): Readonly<Record<string, string | null>>[] =>
  database
    .prepare(query)
    .all()
    .map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === null ? null : String(value)])),
    );

const quotedText = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

function* readRows(
  database: DatabaseSync,
  { table, geometry }: Layer,
  columns: readonly Column[],
): Generator<{ feature: ReadFeature; bytes: number }> {
  const statement = database.prepare(
    `select ${columns.map(({ name }) => quotedName(name)).join(', ')} from ${quotedName(table)}`,
  );
  statement.setReadBigInts(true);
  for (const row of statement.iterate()) {
    const properties: DataRecord = {};
    let bytes = 0;
    for (const { name, type } of columns) {
      const cell = row[name];
      bytes += typeof cell === 'string' || cell instanceof Uint8Array ? cell.length : 8;
      if (name !== geometry) properties[name] = toValue(cell, type);
    }
    yield { feature: { properties, ...toGeometry(geometry === null ? null : row[geometry]) }, bytes };
  }
}

/** A value of a property; bytes have no value in a record. */
function toValue(cell: unknown, type: string): Value {
  if (typeof cell === 'bigint') {
    if (type === 'BOOLEAN') return cell !== 0n;
    const number = Number(cell);
    return Number.isSafeInteger(number) ? number : String(cell);
  }
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : null;
  return typeof cell === 'string' ? cell : null;
}

/** The sizes of envelopes in the header of a geometry, by their code (OGC 12-128, 2.1.3). */
const envelopeBytes = [0, 32, 48, 48, 64];

/** A geometry of a GeoPackage: a header, and well-known binary. */
function toGeometry(cell: unknown): Pick<ReadFeature, 'geometry' | 'fault'> {
  if (!(cell instanceof Uint8Array)) return { geometry: null };
  const bytes = Buffer.from(cell.buffer, cell.byteOffset, cell.byteLength);
  const flags = bytes[3] ?? 0;
  const envelope = envelopeBytes[(flags >> 1) & 7];
  if (bytes.toString('latin1', 0, 2) !== 'GP' || envelope === undefined)
    return { geometry: null, fault: 'its header is not one of a GeoPackage' };
  const isEmpty = (flags & 0x10) !== 0;
  if (isEmpty) return { geometry: null };
  try {
    return { geometry: wkx.Geometry.parse(bytes.subarray(8 + envelope)).toGeoJSON() };
  } catch {
    return { geometry: null, fault: 'its well-known binary is damaged, or of an unknown type' };
  }
}
