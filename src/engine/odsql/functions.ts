/** The names of the aggregates that `select` and `order_by` accept. */
export const aggregates = ['count', 'sum', 'avg', 'min', 'max', 'median', 'percentile', 'envelope', 'bbox'] as const;
export type AggregateName = (typeof aggregates)[number];

/** The names of the scalar functions. */
export const scalarFunctions = [
  'length',
  'now',
  'year',
  'month',
  'day',
  'hour',
  'minute',
  'second',
  'date_format',
  'lower',
  'ifnull',
  'distance',
  'json_format',
] as const;
export type ScalarFunctionName = (typeof scalarFunctions)[number];

/** Whether a name, in lower case, is an aggregate. */
export const isAggregate = (name: string): name is AggregateName => aggregates.some((aggregate) => aggregate === name);
/** Whether a name, in lower case, is a scalar function. */
export const isScalarFunction = (name: string): name is ScalarFunctionName =>
  scalarFunctions.some((scalarFunction) => scalarFunction === name);

/** Whether a name, in lower case, is an aggregate or a scalar function. */
export const isFunction = (name: string): boolean => isAggregate(name) || isScalarFunction(name);
