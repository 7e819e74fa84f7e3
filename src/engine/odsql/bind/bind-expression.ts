import {
  type AggregateName,
  type Call,
  type Clause,
  type Expression,
  isAggregate,
  isScalarFunction,
  type Literal,
  type ScalarFunctionName,
} from '../tree.ts';
import { printExpression } from '../print.ts';
import type { ScopeField } from '../scope.ts';
import {
  type AggregateFunction,
  type Arithmetic,
  type Binding,
  type BoundExpression,
  fieldExpression,
  isMultivalued,
  isNullLiteral,
  isNumber,
  isTime,
  type Negative,
  type Point,
  type ScalarExpression,
  type ValueType,
} from './bound.ts';
import { bindLiteral, bindNow, dateOf, timeLiteral } from './bind-literal.ts';
import { dateFormats, type DateToken } from '../date-format.ts';

/** The names that an expression of `select` or `order_by` may use in addition to fields. */
export interface NamedExpressions<F extends ScopeField> {
  /** The group keys by their printed form; null without `group_by`. */
  readonly keys: ReadonlyMap<string, BoundExpression<F>> | null;
  /** The expressions that aliases name. */
  readonly aliases: ReadonlyMap<string, BoundExpression<F>>;
}

/** Binds an expression that may contain aggregates, group keys and aliases. Fails ODSQL_ERROR. */
export function bindExpression<F extends ScopeField>(
  expression: Expression,
  binding: Binding<F>,
  names: NamedExpressions<F>,
): BoundExpression<F> {
  const named = expression.kind === 'field' ? names.aliases.get(expression.field) : undefined;
  const found = named ?? names.keys?.get(printExpression(expression));
  if (found) return found;
  if (expression.kind === 'arithmetic' || expression.kind === 'negative')
    return bindArithmetic(expression, binding, (operand) => bindExpression(operand, binding, names));
  if (expression.kind === 'call' && isAggregate(expression.name))
    return bindAggregate(expression, expression.name, binding);
  const bound = bindScalar(expression, binding);
  return names.keys && bound.kind !== 'literal' && bound.kind !== 'boolean'
    ? binding.malformed(`${expression.text} is not in group_by`)
    : bound;
}

/** Whether an expression contains an aggregate. */
export function hasAggregate<F extends ScopeField>(expression: BoundExpression<F>): boolean {
  if (expression.kind === 'arithmetic') return hasAggregate(expression.left) || hasAggregate(expression.right);
  return expression.kind === 'negative' ? hasAggregate(expression.operand) : expression.kind === 'aggregate';
}

function bindAggregate<F extends ScopeField>(
  call: Call,
  name: AggregateName,
  binding: Binding<F>,
): AggregateFunction<F> {
  if (call.isStar && name !== 'count') return binding.malformed(`${name}(*) has no meaning`);
  if (call.isStar) return { kind: 'aggregate', name: 'count', type: 'int', operand: null, isDistinct: false };
  const count = name === 'percentile' ? 2 : 1;
  const [first, second] = call.arguments;
  if (!first || call.arguments.length !== count)
    return binding.malformed(`${call.text}: ${name}() has ${count} argument${count === 1 ? '' : 's'}`);
  if (call.isDistinct && name !== 'count') binding.malformed(`${name}() does not accept distinct`);
  const operand = bindScalar(first, binding);
  if (name === 'count') return { kind: 'aggregate', name, type: 'int', operand, isDistinct: call.isDistinct };
  if (name === 'envelope' || name === 'bbox') return bindShape(name, operand, binding);
  return bindStatistic(name, operand, second, binding);
}

function bindStatistic<F extends ScopeField>(
  name: 'sum' | 'avg' | 'min' | 'max' | 'median' | 'percentile',
  operand: ScalarExpression<F>,
  second: Expression | undefined,
  binding: Binding<F>,
): AggregateFunction<F> {
  const type = statisticType(operand, name === 'min' || name === 'max', binding);
  switch (name) {
    case 'min':
    case 'max':
      return { kind: 'aggregate', name, type, operand };
    case 'sum':
      return { kind: 'aggregate', name, type: type === 'int' ? 'int' : 'double', operand };
    case 'avg':
      return { kind: 'aggregate', name, type: 'double', operand };
    case 'median':
      return { kind: 'aggregate', name: 'percentile', type: 'double', operand, percent: 50 };
    case 'percentile':
      return { kind: 'aggregate', name, type: 'double', operand, percent: percentOf(second, binding) };
  }
}

function statisticType<F extends ScopeField>(
  operand: ScalarExpression<F>,
  acceptsTimes: boolean,
  binding: Binding<F>,
): 'int' | 'double' | 'date' | 'datetime' {
  const { type }: { type: ValueType } = operand;
  return isNumber(type) || (acceptsTimes && isTime(type))
    ? type
    : binding.malformed('StatAggregation only supports numeric or date expression');
}

function percentOf<F extends ScopeField>(expression: Expression | undefined, binding: Binding<F>): number {
  const value = expression?.kind === 'literal' ? expression.value : undefined;
  return typeof value === 'number' && value >= 0 && value <= 100
    ? value
    : binding.malformed('percentile() needs a number from 0 to 100');
}

function bindShape<F extends ScopeField>(
  name: 'envelope' | 'bbox',
  operand: ScalarExpression<F>,
  binding: Binding<F>,
): AggregateFunction<F> {
  const fits = operand.type === 'geo_point_2d' || (name === 'bbox' && operand.type === 'geo_shape');
  return fits && !isMultivalued(operand)
    ? { kind: 'aggregate', name, type: 'geo_shape', operand }
    : binding.malformed(`${name}() does not accept the type ${operand.type}`);
}

/** Binds an expression that has a value for each record. Fails ODSQL_ERROR. */
export function bindScalar<F extends ScopeField>(expression: Expression, binding: Binding<F>): ScalarExpression<F> {
  switch (expression.kind) {
    case 'literal':
      return bindLiteral(expression.value, binding);
    case 'field':
      return fieldExpression(binding.field(expression.field));
    case 'arithmetic':
    case 'negative':
      return bindArithmetic(expression, binding, (operand) => bindScalar(operand, binding));
    case 'call':
      return isAggregate(expression.name)
        ? binding.malformed(`${expression.text} is an aggregate, which ${binding.clause} does not accept here`)
        : bindFunction(expression, binding, (operand) => bindScalar(operand, binding));
  }
}

/** Binds arithmetic over numbers; `bind` binds the operands. */
function bindArithmetic<F extends ScopeField, E extends BoundExpression<F>>(
  expression: Expression & { kind: 'arithmetic' | 'negative' },
  binding: Binding<F>,
  bind: (operand: Expression) => E,
): Arithmetic<E> | Negative<E> {
  const bindNumber = (operand: Expression): { bound: E; type: 'int' | 'double' } => {
    const bound = bind(operand);
    const { type }: BoundExpression<F> = bound;
    return isNumber(type) ? { bound, type } : binding.malformed(`${operand.text} is not a number`);
  };
  if (expression.kind === 'negative') {
    const { bound, type } = bindNumber(expression.operand);
    return { kind: 'negative', type, operand: bound };
  }
  const [left, right] = [bindNumber(expression.left), bindNumber(expression.right)];
  const isInt = expression.operator !== '/' && left.type === 'int' && right.type === 'int';
  return {
    kind: 'arithmetic',
    type: isInt ? 'int' : 'double',
    operator: expression.operator,
    left: left.bound,
    right: right.bound,
  };
}

const allClauses: readonly Clause[] = ['select', 'where', 'group_by', 'order_by'];
const allButGroupBy: readonly Clause[] = ['select', 'where', 'order_by'];

/** The clauses that accept a function. */
const clausesOf: Readonly<Record<ScalarFunctionName, readonly Clause[]>> = Object.freeze({
  length: allButGroupBy,
  now: allButGroupBy,
  year: allClauses,
  month: allClauses,
  day: allClauses,
  hour: allClauses,
  minute: allClauses,
  second: allClauses,
  date_format: allClauses,
  lower: allClauses,
  ifnull: allClauses,
  distance: ['select', 'order_by'],
  json_format: ['select'],
});

/** Binds one argument of a function. */
type Bind<F extends ScopeField> = (expression: Expression) => ScalarExpression<F>;

/** Binds a call of a scalar function; `bind` binds its arguments. Fails ODSQL_ERROR for a wrong clause or wrong arguments. */
function bindFunction<F extends ScopeField>(call: Call, binding: Binding<F>, bind: Bind<F>): ScalarExpression<F> {
  const bound = bindCall(call, binding, bind);
  // A null literal fits every parameter but has no type in SQL, so the whole call becomes a null literal.
  const isOfNull =
    'operand' in bound && bound.kind !== 'ifNull' && bound.kind !== 'json' && isNullLiteral(bound.operand);
  return isOfNull ? { kind: 'literal', type: bound.type, value: null } : bound;
}

function bindCall<F extends ScopeField>(call: Call, binding: Binding<F>, bind: Bind<F>): ScalarExpression<F> {
  const { name, text } = call;
  if (!isScalarFunction(name)) return binding.malformed(`${name}() is not a function`);
  if (!clausesOf[name].includes(binding.clause)) binding.malformed(`${binding.clause} does not accept ${name}()`);
  if (call.isStar || call.isDistinct) binding.malformed(`${text}: ${name}() does not accept * or distinct`);
  switch (name) {
    case 'now':
      return call.arguments.length === 0 ? bindNow(call, binding) : binding.malformed('now() has named arguments only');
    case 'length':
      return { kind: 'length', type: 'int', operand: bindFirstArgument(call, binding, bind, 1, isText) };
    case 'lower':
      return { kind: 'lower', type: 'text', operand: bindFirstArgument(call, binding, bind, 1, isText) };
    case 'ifnull':
      return bindIfNull(call, binding, bind);
    case 'date_format':
      return bindDateFormat(call, binding, bind);
    case 'distance':
      return bindDistance(call, binding, bind);
    case 'json_format':
      return bindJson(call, binding, bind);
    case 'year':
    case 'month':
    case 'day':
    case 'hour':
    case 'minute':
    case 'second': {
      const { timezone } = binding.scope;
      return {
        kind: 'datePart',
        type: 'int',
        part: name,
        operand: bindFirstArgument(call, binding, bind, 1, isTime),
        timezone,
      };
    }
  }
}

const isText = (type: ValueType): boolean => type === 'text';

/** Binds the first argument. Fails unless `fits` accepts its type and the call has `count` arguments. */
function bindFirstArgument<F extends ScopeField>(
  call: Call,
  binding: Binding<F>,
  bind: Bind<F>,
  count: number,
  fits: (type: ValueType) => boolean,
): ScalarExpression<F> {
  const [first] = call.arguments;
  if (!first || call.arguments.length !== count)
    return binding.malformed(`${call.text}: ${call.name}() has ${count} argument${count === 1 ? '' : 's'}`);
  const bound = bindSingle(first, binding, bind);
  return isNullLiteral(bound) || fits(bound.type)
    ? bound
    : binding.malformed(`${call.name}() does not accept ${first.text} of type ${bound.type}`);
}

/** Binds an expression that must have at most one value for each record. */
function bindSingle<F extends ScopeField>(
  expression: Expression,
  binding: Binding<F>,
  bind: Bind<F>,
): ScalarExpression<F> {
  const bound = bind(expression);
  return isMultivalued(bound) ? binding.malformed(`${expression.text} has several values`) : bound;
}

function bindIfNull<F extends ScopeField>(call: Call, binding: Binding<F>, bind: Bind<F>): ScalarExpression<F> {
  const operand = bindFirstArgument(call, binding, bind, 2, () => true);
  const fallback = bindFallback(call.arguments[1], operand.type, binding, bind);
  if (isNullLiteral(operand)) return fallback;
  if (isNullLiteral(fallback)) return operand;
  const type = commonType(operand, fallback);
  return type
    ? { kind: 'ifNull', type, operand, fallback }
    : binding.malformed(`${call.text}: the arguments of ifnull() have different types`);
}

/** Binds the second argument of `ifnull()`. If the first is a date or datetime, a literal becomes one of the same type. */
function bindFallback<F extends ScopeField>(
  expression: Expression | undefined,
  type: ValueType,
  binding: Binding<F>,
  bind: Bind<F>,
): ScalarExpression<F> {
  if (!expression) return binding.malformed('ifnull() has 2 arguments');
  const date = expression.kind === 'literal' && isTime(type) ? dateOf(expression.value) : undefined;
  return date && isTime(type) ? timeLiteral(date, type, binding) : bindSingle(expression, binding, bind);
}

function commonType<F extends ScopeField>(one: ScalarExpression<F>, other: ScalarExpression<F>): ValueType | undefined {
  if (one.type === other.type) return one.type;
  return isNumber(one.type) && isNumber(other.type) ? 'double' : undefined;
}

function bindDateFormat<F extends ScopeField>(call: Call, binding: Binding<F>, bind: Bind<F>): ScalarExpression<F> {
  const operand = bindFirstArgument(call, binding, bind, 2, isTime);
  const pattern = call.arguments[1];
  const tokens =
    pattern?.kind === 'literal' && typeof pattern.value === 'string' ? parseDateFormat(pattern.value) : undefined;
  const { timezone, language } = binding.scope;
  return tokens
    ? { kind: 'dateFormat', type: 'text', tokens, operand, timezone, language }
    : binding.malformed(`${call.text}: date_format() needs a pattern such as 'yyyy-MM-dd'`);
}

function bindDistance<F extends ScopeField>(call: Call, binding: Binding<F>, bind: Bind<F>): ScalarExpression<F> {
  const operand = bindFirstArgument(call, binding, bind, 2, (type) => type === 'geo_point_2d');
  const [, place] = call.arguments;
  const point = place?.kind === 'literal' ? pointOf(place.value) : undefined;
  return point
    ? { kind: 'distance', type: 'double', operand, point }
    : binding.malformed(`${call.text}: distance() needs a point such as geom'POINT(7.4 46.9)'`);
}

/** The point in a literal; undefined for a literal without a point. */
export function pointOf(value: Literal): Point | undefined {
  if (typeof value !== 'object' || value === null || !('geometry' in value) || value.geometry.type !== 'Point')
    return undefined;
  const [lon, lat] = value.geometry.coordinates;
  return lon === undefined || lat === undefined ? undefined : [lon, lat];
}

function bindJson<F extends ScopeField>(call: Call, binding: Binding<F>, bind: Bind<F>): ScalarExpression<F> {
  const [, second] = call.arguments;
  const operand = bindFirstArgument(call, binding, bind, second ? 2 : 1, isText);
  const fallback = second && bindSingle(second, binding, bind);
  if (isNullLiteral(operand)) return operand;
  return !fallback || fallback.type === 'text' || isNullLiteral(fallback)
    ? { kind: 'json', type: 'json', operand, fallback }
    : binding.malformed(`${call.text}: the fallback of json_format() must be a text or null`);
}

const piece = /'((?:[^']|'')*)'|([A-Za-z])\2*|[?,.:/\-\s]+/y;

/** Parses a `date_format` pattern; undefined when it contains letters or signs that have no meaning. */
function parseDateFormat(pattern: string): DateToken[] | undefined {
  const tokens: DateToken[] = [];
  for (let position = 0; position < pattern.length;) {
    piece.lastIndex = position;
    const [found, literal, letter] = piece.exec(pattern) ?? [];
    if (found === undefined) return undefined;
    const token = letter === undefined ? { text: textOf(found, literal) } : formatOf(found);
    if (!token) return undefined;
    tokens.push(token);
    position += found.length;
  }
  return tokens;
}

/** The text of a literal part. Two quotes in a row are one quote, inside and outside a quoted part. */
const textOf = (found: string, literal: string | undefined): string =>
  found === "''" ? "'" : (literal?.replaceAll("''", "'") ?? found);

/** The format of repeated letters; undefined for unknown letters. `Y` also means the year. */
function formatOf(letters: string): DateToken | undefined {
  const name = /^Y+$/.test(letters) ? letters.toLowerCase() : letters;
  const format = dateFormats.find((dateFormat) => dateFormat === name);
  return format && { format };
}
