import type { ScopeField } from '#engine/odsql/scope.ts';
import type { GroupKey } from '#engine/odsql/tree.ts';
import { bindScalar } from '../expressions/bind-scalar.ts';
import { isNumber, isTime, type Binding } from '../binding.ts';
import type { ScalarExpression } from '../bound/bound-expression.ts';
import type { BoundGroupKey } from '../bound/bound-query.ts';
import { spanOf } from '../expressions/date-span.ts';

const maxZoom = 25;
const maxRadius = 1_000;
/** The maximum number of units in an interval. The limit keeps the ends of intervals within the years that dates have. */
const maxCount = 1_000_000;

/** The units of which an interval has exactly one. */
const singleUnits: ReadonlySet<string> = new Set(['week', 'month', 'quarter', 'year']);

/** Binds a key of `group_by`. Fails ODSQL_ERROR. */
export function bindGroupKey<F extends ScopeField>(key: GroupKey, binding: Binding<F>): BoundGroupKey<F> {
  const name = key.alias ?? key.text;
  if (key.kind === 'expression') {
    const { kind } = key.expression;
    if (kind === 'arithmetic' || kind === 'negative') binding.malformed(`group_by does not accept ${key.text}`);
    const expression = bindScalar(key.expression, binding);
    if (expression.kind === 'literal') return binding.malformed(`${key.text} is not a field`);
    checkGrouping(expression, key.text, binding);
    return { kind: 'expression', name, type: expression.type, expression };
  }
  const field = binding.field(key.field);
  const { timezone } = binding.scope;
  switch (key.kind) {
    case 'width':
      if (!isNumber(field.type)) return binding.malformed(`${key.text}: a range with a width needs a number`);
      return key.width > 0
        ? { kind: 'width', name, type: 'text', field, width: key.width }
        : binding.malformed(`${key.text}: the width of a range must be greater than 0`);
    case 'interval':
      checkInterval(key, field, binding);
      return { kind: 'interval', name, type: 'text', field, count: key.count, unit: key.unit, timezone };
    case 'steps':
      return { kind: 'steps', name, type: 'text', field, steps: bindSteps(key, field, binding), timezone };
    case 'cluster':
      checkCluster(key, field, binding);
      return { kind: 'cluster', name, type: 'json', field, zoom: key.zoom, radius: key.radius };
  }
}

/** Fails ODSQL_ERROR for points, shapes and files, which cannot be grouped. */
function checkGrouping<F extends ScopeField>({ type }: ScalarExpression<F>, text: string, binding: Binding<F>): void {
  if (type === 'geo_point_2d') {
    binding.malformed(
      `Aggregation on geo point field is not possible. Use the geo_cluster(${text}, int_precision) aggregation function instead`,
    );
  }
  if (type === 'geo_shape' || type === 'file') binding.malformed(`Aggregation on ${type} field is not possible`);
}

function checkInterval<F extends ScopeField>(
  key: GroupKey & { kind: 'interval' },
  field: F,
  binding: Binding<F>,
): void {
  if (!isTime(field.type)) binding.malformed(`${key.text}: a range with an interval needs a date or datetime`);
  if (key.count < 1 || key.count > maxCount || (singleUnits.has(key.unit) && key.count !== 1))
    binding.malformed(`${key.text}: use 1 with week, month, quarter and year, and 1 to ${maxCount} with other units`);
}

function bindSteps<F extends ScopeField>(
  key: GroupKey & { kind: 'steps' },
  { type }: F,
  binding: Binding<F>,
): (number | string | null)[] {
  const steps = key.steps.map((step) => {
    if (step === null) return null;
    if (isNumber(type) && typeof step === 'number') return step;
    return isTime(type) && typeof step === 'object'
      ? spanOf(step.date, type, binding.scope.timezone).start
      : binding.malformed(`${key.text}: the ends of ranges must have the type of the field`);
  });
  const ends = steps.filter((step) => step !== null);
  const isAscending = ends.every((step, index) => index === 0 || (ends[index - 1] ?? step) < step);
  const areInnerEndsClosed = steps.slice(1, -1).every((step) => step !== null);
  return ends.length > 0 && isAscending && areInnerEndsClosed
    ? steps
    : binding.malformed(`${key.text}: the ends of ranges must ascend, and only the first or last may be *`);
}

function checkCluster<F extends ScopeField>(
  { text, zoom, radius }: GroupKey & { kind: 'cluster' },
  { type }: F,
  binding: Binding<F>,
): void {
  if (type !== 'geo_point_2d') binding.malformed(`${text}: geo_cluster() needs a geo_point_2d`);
  if (zoom < 0 || zoom > maxZoom) binding.malformed(`${text}: the zoom must be from 0 to ${maxZoom}`);
  if (radius < 1 || radius > maxRadius) binding.malformed(`${text}: the radius must be from 1 to ${maxRadius} pixels`);
}
