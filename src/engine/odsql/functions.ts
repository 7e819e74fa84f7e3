/** The aggregates of `select` and `order_by`. */
export const aggregates = ['count', 'sum', 'avg', 'min', 'max', 'median', 'percentile', 'envelope', 'bbox'] as const;
export type AggregateName = (typeof aggregates)[number];

/** The scalar functions. */
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

export const isAggregate = (name: string): name is AggregateName => aggregates.some((each) => each === name);
export const isScalarFunction = (name: string): name is ScalarFunctionName =>
  scalarFunctions.some((each) => each === name);

/** Whether there is a function of this name, in lower case. */
export const isFunction = (name: string): boolean => isAggregate(name) || isScalarFunction(name);
