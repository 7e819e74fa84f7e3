import type { Scope } from '#engine/odsql/scope.ts';
import type { Expression, OrderKey } from '#engine/odsql/tree.ts';
import { failFields } from '#kernel/fail.ts';
import { fieldExpression } from './condition-tree.ts';
import type { RecordOrder } from './record-order.inputs.ts';

/** The maximum number of keys of an order, and of groups (docs/contract/explore.md 5). */
export const maxKeys = 20;

/** The tree of a typed order. Fails INVALID_INPUT at the path of an unknown field, or of a field without an order. */
export function orderTree(order: readonly RecordOrder[], scope: Scope): OrderKey[] {
  if (order.length > maxKeys) failFields({ orderBy: [`Order by at most ${String(maxKeys)} fields.`] });
  return order.map(({ field, isDescending, distanceTo }, index) => {
    const path = `orderBy.${String(index)}`;
    const found = scope.find(field) ?? failFields({ [`${path}.field`]: [`Unknown field: ${field}`] });
    if (distanceTo) {
      if (found.type !== 'geo_point_2d') failFields({ [`${path}.distanceTo`]: ['Only points have a distance.'] });
      return { kind: 'expression', expression: distance(field, distanceTo), isDescending };
    }
    if (found.isMultivalued || unordered.has(found.type))
      failFields({ [`${path}.field`]: [`The field ${field} has no order: ${reasonOf(found)}.`] });
    return { kind: 'expression', expression: fieldExpression(field), isDescending };
  });
}

const unordered: ReadonlySet<string> = new Set(['geo_point_2d', 'geo_shape', 'file']);

function reasonOf({ type, isMultivalued }: { readonly type: string; readonly isMultivalued: boolean }): string {
  if (isMultivalued) return 'it has several values';
  return type === 'geo_point_2d' ? 'give distanceTo' : `it has the type ${type}`;
}

function distance(field: string, { lon, lat }: NonNullable<RecordOrder['distanceTo']>): Expression {
  const point = `geom'POINT(${String(lon)} ${String(lat)})'`;
  return {
    kind: 'call',
    name: 'distance',
    arguments: [
      fieldExpression(field),
      { kind: 'literal', value: { geometry: { type: 'Point', coordinates: [lon, lat] } }, text: point },
    ],
    isStar: false,
    isDistinct: false,
    named: [],
    text: `distance(${field}, ${point})`,
  };
}
