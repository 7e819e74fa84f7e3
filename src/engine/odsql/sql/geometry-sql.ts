import { odsql, sql, sqlJoin, sqlText, type Sql } from '#kernel/sql.ts';
import type { BoundCondition, Point } from '../bind/bound.ts';
import { distanceSql, doubleSql, pointSql, type SqlPoint } from './expression-sql.ts';
import type { SqlBox, SqlField } from './scope.ts';

type Condition<Kind> = Extract<BoundCondition<SqlField>, { kind: Kind }>;
type Box = readonly [west: number, south: number, east: number, north: number];

/** The mean radius of the earth, in metres. */
const earthRadius = 6_371_008.7714;
const degreesPerRadian = 180 / Math.PI;

const anyOf = (conditions: readonly Sql[]): Sql => sql`(${sqlJoin(conditions, ' or ')})`;

/** The sides of a shape's box; null without one. */
function boxOf({ box }: SqlField): SqlBox {
  const none = sqlText('null::double precision');
  return box ?? { west: none, south: none, east: none, north: none };
}

const pointOf = (field: SqlField): SqlPoint => pointSql({ kind: 'field', type: field.type, field });

/** Whether a point lies in a box, borders included. */
const isPointIn = ({ lon, lat }: SqlPoint, [west, south, east, north]: Box): Sql =>
  sql`
    (${lon} between ${doubleSql(west)}
      and ${doubleSql(east)}
      and ${lat} between ${doubleSql(south)}
      and ${doubleSql(north)})`;

/** Whether a shape's box touches or overlaps a box. */
const overlaps = ({ west, south, east, north }: SqlBox, box: Box): Sql =>
  sql`
    (${west} <= ${doubleSql(box[2])}
      and ${east} >= ${doubleSql(box[0])}
      and ${south} <= ${doubleSql(box[3])}
      and ${north} >= ${doubleSql(box[1])})`;

/** Whether the value of a field may have a place in a box: exact for points. */
const isNear = (field: SqlField, box: Box): Sql =>
  field.type === 'geo_point_2d' ? isPointIn(pointOf(field), box) : overlaps(boxOf(field), box);

/**
 * Tests values that meet a cheap condition by a slow function. Statistics of the columns can answer the condition itself, but only `case`
 * ensures the order: an engine may evaluate the sides of `and` in any order.
 */
const onlyWhere = (condition: Sql, test: Sql): Sql =>
  sql`(${condition} and case when ${condition} then ${test} else false end)`;

/** Whether a point lies in a circle, or a shape touches the circle. Boxes around the circle exclude most values. */
export function withinDistanceSql({ field, point, distance }: Condition<'withinDistance'>): Sql {
  const [lon, lat] = point;
  const near = anyOf(boxesAround(point, distance).map((box) => isNear(field, box)));
  if (field.type === 'geo_point_2d')
    return sql`(${near} and ${distanceSql(pointOf(field), point)} <= ${doubleSql(distance)})`;
  const metres = sql`${odsql}shape_distance(${field.value}, ${doubleSql(lon)}, ${doubleSql(lat)})`;
  return onlyWhere(near, sql`${metres} <= ${doubleSql(distance)}`);
}

/** The boxes that together contain a circle: two when the circle crosses the antimeridian. */
function boxesAround([lon, lat]: Point, distance: number): Box[] {
  // The angle is slightly larger than the circle, because distances are rounded.
  const angle = (Math.max(distance, 0) / earthRadius) * 1.000_001 + 1e-9;
  const [south, north] = [lat - angle * degreesPerRadian, lat + angle * degreesPerRadian];
  if (south <= -90 || north >= 90) return [[-181, Math.max(south, -91), 181, Math.min(north, 91)]];
  const width = Math.asin(Math.min(1, Math.sin(angle) / Math.cos(lat / degreesPerRadian))) * degreesPerRadian;
  const [west, east] = [lon - width, lon + width];
  if (west < -180)
    return [
      [-181, south, east, north],
      [west + 360, south, 181, north],
    ];
  if (east > 180)
    return [
      [west, south, 181, north],
      [-181, south, east - 360, north],
    ];
  return [[west, south, east, north]];
}

/** Whether a point or a whole shape lies in a box. Parts of a shape may lie on both sides of the antimeridian. */
export function inBoxSql({ field, south, west, north, east }: Condition<'inBox'>): Sql {
  const isAcross = west > east;
  const [southSql, westSql, northSql, eastSql] = [south, west, north, east].map(doubleSql);
  if (field.type === 'geo_point_2d') {
    const { lon, lat } = pointOf(field);
    return isAcross
      ? sql`((${lon} >= ${westSql} or ${lon} <= ${eastSql}) and ${lat} between ${southSql} and ${northSql})`
      : isPointIn({ lon, lat }, [west, south, east, north]);
  }
  const box = boxOf(field);
  const isInLatitudes = sql`${box.south} >= ${southSql} and ${box.north} <= ${northSql}`;
  return isAcross
    ? onlyWhere(isInLatitudes, sql`${odsql}is_beside(${field.value}, ${westSql}, ${eastSql})`)
    : sql`(${isInLatitudes} and ${box.west} >= ${westSql} and ${box.east} <= ${eastSql})`;
}

/** Whether a point or shape intersects, avoids, or lies within a geometry of the query. */
export function geometrySql({ field, geometry, mode }: Condition<'geometry'>): Sql {
  const isPoint = field.type === 'geo_point_2d';
  const isNotNull = sql`${isPoint ? pointOf(field).lon : field.value} is not null`;
  const box = boundsOf(geometry);
  if (!box) return mode === 'disjoint' ? isNotNull : sqlText('false');
  const area = sql`${JSON.stringify(geometry)}::text`;
  const { lon, lat } = pointOf(field);
  const meets = onlyWhere(
    isNear(field, box),
    isPoint
      ? sql`${odsql}covers(${area}, ${lon}, ${lat})`
      : sql`${odsql}${sqlText(mode === 'within' ? 'lies_within' : 'intersects')}(${field.value}, ${area})`,
  );
  return mode === 'disjoint' ? sql`(${isNotNull} and not ${meets})` : meets;
}

/** The bounding box of a GeoJSON geometry; undefined when it has no position. */
function boundsOf(geometry: Condition<'geometry'>['geometry']): Box | undefined {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  const visit = (value: unknown): void => {
    if (!Array.isArray(value)) return;
    const positions: readonly unknown[] = value;
    const [lon, lat] = positions;
    if (typeof lon !== 'number' || typeof lat !== 'number') {
      positions.forEach(visit);
      return;
    }
    box[0] = Math.min(box[0], lon);
    box[1] = Math.min(box[1], lat);
    box[2] = Math.max(box[2], lon);
    box[3] = Math.max(box[3], lat);
  };
  const visitGeometry = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    if ('coordinates' in part) visit(part.coordinates);
    if ('geometries' in part && Array.isArray(part.geometries)) part.geometries.forEach(visitGeometry);
  };
  visitGeometry(geometry);
  return box[0] <= box[2] ? box : undefined;
}
