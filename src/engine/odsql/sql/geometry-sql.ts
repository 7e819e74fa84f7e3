import { sql, sqlJoin, sqlText, type Sql } from '../../../kernel/sql.ts';
import type { Point } from '../bind/bound/bound-expression.ts';
import type { BoundCondition } from '../bind/bound/bound-filter.ts';
import { doubleSql } from './literals.ts';
import { distanceSql } from './expression-sql.ts';
import type { SqlField } from './scope.ts';

type Condition<Kind> = Extract<BoundCondition<SqlField>, { kind: Kind }>;
type Box = readonly [west: number, south: number, east: number, north: number];

/** The mean radius of the earth, in metres. */
const earthRadius = 6_371_008.7714;
const degreesPerRadian = 180 / Math.PI;

/** The bounding box of a shape's value. */
const boxOf = ({ box, value }: SqlField): Sql => box ?? sql`odsql.bounds(${value})`;

const boxSql = ([west, south, east, north]: Box): Sql =>
  sql`box(point(${doubleSql(west)}, ${doubleSql(south)}), point(${doubleSql(east)}, ${doubleSql(north)}))`;

const anyOf = (conditions: readonly Sql[]): Sql => sql`(${sqlJoin(conditions, ' or ')})`;

/** Whether a point lies in a circle, or a shape touches the circle. The condition on boxes around the circle lets PostgreSQL use an index. */
export function withinDistanceSql({ field, point, distance }: Condition<'withinDistance'>): Sql {
  const isPoint = field.type === 'geo_point_2d';
  const near = boxesAround(point, distance).map((box) =>
    isPoint ? sql`${field.value} <@ ${boxSql(box)}` : sql`${boxOf(field)} && ${boxSql(box)}`,
  );
  const [lon, lat] = point;
  const metres = isPoint
    ? distanceSql(field.value, point)
    : sql`odsql.shape_distance(${field.value}, ${doubleSql(lon)}, ${doubleSql(lat)})`;
  return sql`(${anyOf(near)} and ${metres} <= ${doubleSql(distance)})`;
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
  const isShape = field.type === 'geo_shape';
  if (west <= east) return sql`${isShape ? boxOf(field) : field.value} <@ ${boxSql([west, south, east, north])}`;
  const boxes: Box[] = [
    [west, south, 180, north],
    [-180, south, east, north],
  ];
  const isIn = (inner: Sql): Sql => anyOf(boxes.map((box) => sql`${inner} <@ ${boxSql(box)}`));
  if (!isShape) return isIn(field.value);
  const part = sqlText('coalesce(part.outline::box, box(part.start, part.start))');
  return sql`(${field.value} is not null
    and not exists (select from unnest(odsql.parts(${field.value})) as part where not ${isIn(part)}))`;
}

/** Whether a point or shape intersects, avoids, or lies within a geometry of the query. A subquery computes its parts only once. */
export function geometrySql({ field, geometry, mode }: Condition<'geometry'>): Sql {
  const box = boundsOf(geometry);
  if (!box) return mode === 'disjoint' ? sql`${field.value} is not null` : sqlText('false');
  const queryParts = sql`(select odsql.parts(${JSON.stringify(geometry)}::jsonb))`;
  const isPoint = field.type === 'geo_point_2d';
  const fieldParts = isPoint
    ? sql`array[row(0, ${field.value}, null, null, null)::odsql.part]`
    : sql`odsql.parts(${field.value})`;
  const boxesOverlap = isPoint ? sql`${field.value} <@ ${boxSql(box)}` : sql`${boxOf(field)} && ${boxSql(box)}`;
  switch (mode) {
    case 'within':
      return sql`(${boxesOverlap} and odsql.lies_within(${fieldParts}, ${queryParts}))`;
    case 'intersects':
      return sql`(${boxesOverlap} and odsql.intersects(${fieldParts}, ${queryParts}))`;
    case 'disjoint':
      return sql`(${field.value} is not null and not (${boxesOverlap} and odsql.intersects(${fieldParts}, ${queryParts})))`;
  }
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
