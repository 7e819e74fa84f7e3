import { sql, sqlJoin, sqlText, type Sql } from '../../../kernel/sql.ts';
import type { Point } from '../bind/bound/bound-expression.ts';
import type { BoundCondition } from '../bind/bound/bound-filter.ts';
import { doubleSql } from './literals.ts';
import { distanceSql } from './expression-sql.ts';
import type { SqlField } from './scope.ts';

type Condition<Kind> = Extract<BoundCondition<SqlField>, { kind: Kind }>;
type Box = readonly [west: number, south: number, east: number, north: number];

const earthRadius = 6_371_008.7714;
const degrees = 180 / Math.PI;

/** The bounding box of a shape's value. */
const boxOf = ({ box, value }: SqlField): Sql => box ?? sql`odsql.bounds(${value})`;

const boxSql = ([west, south, east, north]: Box): Sql =>
  sql`box(point(${doubleSql(west)}, ${doubleSql(south)}), point(${doubleSql(east)}, ${doubleSql(north)}))`;

const anyOf = (conditions: readonly Sql[]): Sql => sql`(${sqlJoin(conditions, ' or ')})`;

/** A place within a circle, or a shape that touches it; the boxes around the circle are what an index finds. */
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

/** The boxes that a circle lies in: two where it crosses the antimeridian. */
function boxesAround([lon, lat]: Point, distance: number): Box[] {
  // a little more, because the distance is rounded
  const angle = (Math.max(distance, 0) / earthRadius) * 1.000_001 + 1e-9;
  const [south, north] = [lat - angle * degrees, lat + angle * degrees];
  if (south <= -90 || north >= 90) return [[-181, Math.max(south, -91), 181, Math.min(north, 91)]];
  const width = Math.asin(Math.min(1, Math.sin(angle) / Math.cos(lat / degrees))) * degrees;
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

/** A place or a whole shape in a box. Parts of a shape may lie on both sides of the antimeridian. */
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

/** How a place or shape lies to a geometry of the query, whose parts are computed once. */
export function geometrySql({ field, geometry, mode }: Condition<'geometry'>): Sql {
  const box = boundsOf(geometry);
  if (!box) return mode === 'disjoint' ? sql`${field.value} is not null` : sqlText('false');
  const parts = sql`(select odsql.parts(${JSON.stringify(geometry)}::jsonb))`;
  const isPoint = field.type === 'geo_point_2d';
  const own = isPoint
    ? sql`array[row(0, ${field.value}, null, null, null)::odsql.part]`
    : sql`odsql.parts(${field.value})`;
  const touches = isPoint ? sql`${field.value} <@ ${boxSql(box)}` : sql`${boxOf(field)} && ${boxSql(box)}`;
  switch (mode) {
    case 'within':
      return sql`(${touches} and odsql.lies_within(${own}, ${parts}))`;
    case 'intersects':
      return sql`(${touches} and odsql.intersects(${own}, ${parts}))`;
    case 'disjoint':
      return sql`(${field.value} is not null and not (${touches} and odsql.intersects(${own}, ${parts})))`;
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
