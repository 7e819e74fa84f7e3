import {
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLFloat,
  GraphQLID,
  GraphQLInputObjectType,
  type GraphQLInputFieldConfigMap,
  GraphQLInt,
  type GraphQLInputType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLScalarType,
  GraphQLString,
} from 'graphql';
import type { DescribeDatasetFieldsQuery } from './generated/operations.ts';

/** A published field that the caller may see. */
export type DatasetField = NonNullable<DescribeDatasetFieldsQuery['catalogDataset']>['schema'][number];

/** An object in a record: the names of its members in the typed graph, and their keys in JSON. */
export interface ObjectValue {
  readonly type: GraphQLObjectType;
  readonly keys: Readonly<Record<string, string>>;
}

/** A scalar of values that are written as they are stored. */
const scalar = (name: string, description: string): GraphQLScalarType => new GraphQLScalarType({ name, description });

const wholeNumber = scalar('SafeInt', 'A whole number, of any number of digits.');
const date = scalar(
  'Date',
  'A day as ISO 8601 writes it: `2024-02-29`; `2024-02` or `2024` for fields of months or years.',
);
const dateTime = scalar('DateTime', 'A moment as ISO 8601 writes it, with its time zone.');
const geoShape = scalar('GeoShape', 'A shape as a Feature of GeoJSON (RFC 7946): `{type, geometry, properties}`.');
const geometry = scalar('Geometry', 'A geometry in GeoJSON (RFC 7946).');

const required = (type: GraphQLInputType) => new GraphQLNonNull(type);

const geoPoint: ObjectValue = {
  type: new GraphQLObjectType({
    name: 'GeoPoint',
    description: 'A point on the earth, in degrees (WGS 84).',
    fields: {
      lon: { type: new GraphQLNonNull(GraphQLFloat), description: 'The longitude, -180 to 180.' },
      lat: { type: new GraphQLNonNull(GraphQLFloat), description: 'The latitude, -90 to 90.' },
    },
  }),
  keys: { lon: 'lon', lat: 'lat' },
};

const file: ObjectValue = {
  type: new GraphQLObjectType({
    name: 'File',
    description: 'A file of a record.',
    fields: {
      filename: { type: GraphQLString, description: 'The name of the file.' },
      format: { type: GraphQLString, description: 'The format of an image.' },
      mimetype: { type: GraphQLString, description: 'The media type; null when unknown.' },
      width: { type: GraphQLInt, description: 'The width of an image, in pixels.' },
      height: { type: GraphQLInt, description: 'The height of an image, in pixels.' },
      sha256: { type: GraphQLID, description: 'Identifies the file: the SHA-256 of its bytes, in hexadecimal.' },
      lastSynchronizedAt: { type: dateTime, description: 'When the file was copied from its source.' },
      url: { type: GraphQLString, description: 'The absolute address of the file.' },
    },
  }),
  keys: {
    filename: 'filename',
    format: 'format',
    mimetype: 'mimetype',
    width: 'width',
    height: 'height',
    sha256: 'id',
    lastSynchronizedAt: 'last_synchronized',
    url: 'url',
  },
};

/** The objects of records, by their type. */
const objectValues: Partial<Record<DatasetField['type'], ObjectValue>> = { geo_point_2d: geoPoint, file };

/** The object that a field has as its value; undefined for scalars and lists. */
export const objectValueOf = ({ type }: DatasetField): ObjectValue | undefined => objectValues[type];

/** The type of the values of a field. Every value may be null. */
export function outputTypeOf({ type, isMultivalued }: DatasetField): GraphQLOutputType {
  if (isMultivalued) return new GraphQLList(new GraphQLNonNull(GraphQLString));
  return outputTypes[type];
}

const outputTypes: Readonly<Record<DatasetField['type'], GraphQLOutputType>> = {
  text: GraphQLString,
  int: wholeNumber,
  double: GraphQLFloat,
  date,
  datetime: dateTime,
  geo_point_2d: geoPoint.type,
  geo_shape: geoShape,
  file: file.type,
};

/** How a member of a condition is written in the main graph. */
interface ConditionMember {
  readonly type: GraphQLInputType;
  readonly description: string;
  /** The name in the condition of the main graph. */
  readonly as: string;
}

/** The conditions on a kind of field: the member of a filter of the main graph, and its members. */
export interface ConditionKind {
  readonly input: GraphQLInputObjectType;
  /** The condition of `RecordFilter`; undefined for fields that are only null or not. */
  readonly condition: 'text' | 'number' | 'date' | 'geo' | undefined;
  readonly members: Readonly<Record<string, ConditionMember>>;
}

function conditionKind(
  name: string,
  description: string,
  condition: ConditionKind['condition'],
  members: ConditionKind['members'],
): ConditionKind {
  const fields: GraphQLInputFieldConfigMap = Object.fromEntries(
    Object.entries(members).map(([member, { type, description: text }]) => [member, { type, description: text }]),
  );
  const isNull = { type: GraphQLBoolean, description: 'Whether the field has no value.' };
  const input = new GraphQLInputObjectType({
    name,
    description: `${description}; several members must all hold. Null never matches but \`isNull\`.`,
    fields: { ...fields, isNull },
  });
  return { input, condition, members };
}

const comparisons = (type: GraphQLInputType, what: string, names: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries({
      eq: `Equal to this ${what}.`,
      ne: `Any other than this ${what}.`,
      gt: `Above this ${what}.`,
      gte: `This ${what} or above.`,
      lt: `Below this ${what}.`,
      lte: `This ${what} or below.`,
    }).map(([member, description]) => [member, { type, description, as: names[member] ?? member }]),
  );

export const geoPointInput = new GraphQLInputObjectType({
  name: 'GeoPointInput',
  description: 'A point on the earth, in degrees (WGS 84).',
  fields: {
    lon: { type: required(GraphQLFloat), description: 'The longitude, -180 to 180.' },
    lat: { type: required(GraphQLFloat), description: 'The latitude, -90 to 90.' },
  },
});

const circleInput = new GraphQLInputObjectType({
  name: 'CircleInput',
  description: 'A circle on the earth.',
  fields: {
    center: { type: required(geoPointInput), description: 'The centre of the circle.' },
    radius: { type: required(GraphQLFloat), description: 'The radius in metres, at least 0.' },
  },
});

const boxInput = new GraphQLInputObjectType({
  name: 'BoxInput',
  description: 'A box on the earth, in degrees; with west beyond east it crosses the antimeridian.',
  fields: {
    south: { type: required(GraphQLFloat), description: 'The smallest latitude.' },
    west: { type: required(GraphQLFloat), description: 'The western longitude.' },
    north: { type: required(GraphQLFloat), description: 'The largest latitude.' },
    east: { type: required(GraphQLFloat), description: 'The eastern longitude.' },
  },
});

const listOf = (type: GraphQLInputType) => new GraphQLList(new GraphQLNonNull(type));

const textKind = conditionKind('TextFilter', 'A condition on a text; of several values one must match', 'text', {
  eq: { type: GraphQLString, description: 'The whole value; case and accents matter.', as: 'equals' },
  ne: { type: GraphQLString, description: 'Any value other than this one.', as: 'notEquals' },
  in: { type: listOf(GraphQLString), description: 'One of these values, 1,000 at most.', as: 'in' },
  startsWith: {
    type: GraphQLString,
    description: 'The beginning of the value; case and accents matter.',
    as: 'startsWith',
  },
  matches: {
    type: GraphQLString,
    description: 'Words that the value contains, in any order; case and accents do not matter. `word*` is a prefix.',
    as: 'like',
  },
  search: {
    type: GraphQLString,
    description: 'Words that the value contains, with one or two wrong letters at most; the last word is a prefix.',
    as: 'search',
  },
});

const numberKind = conditionKind('NumberFilter', 'A condition on a number', 'number', {
  ...comparisons(GraphQLFloat, 'number', {
    eq: 'equals',
    ne: 'notEquals',
    gt: 'greaterThan',
    gte: 'atLeast',
    lt: 'lessThan',
    lte: 'atMost',
  }),
  in: { type: listOf(GraphQLFloat), description: 'One of these numbers, 1,000 at most.', as: 'in' },
});

const dateKind = conditionKind(
  'DateFilter',
  'A condition on a date: a span of time as ISO 8601 writes it, `2024`, `2024-02`, `2024-02-29` or `2024-02-29T12:00:00Z`',
  'date',
  comparisons(GraphQLString, 'span', {
    eq: 'equals',
    ne: 'notEquals',
    gt: 'after',
    gte: 'notBefore',
    lt: 'before',
    lte: 'notAfter',
  }),
);

const geoKind = conditionKind('GeoFilter', 'A condition on points or shapes', 'geo', {
  within: { type: geometry, description: 'Lies in this geometry.', as: 'within' },
  withinDistance: {
    type: circleInput,
    description: 'A point within the circle, or a shape that touches it.',
    as: 'withinDistance',
  },
  inBox: { type: boxInput, description: 'Within the box, borders included.', as: 'inBox' },
  intersects: { type: geometry, description: 'Shares a point with this geometry.', as: 'intersects' },
  disjoint: { type: geometry, description: 'Shares no point with this geometry.', as: 'disjoint' },
});

const presenceKind = conditionKind('PresenceFilter', 'A condition on a file', undefined, {});

/** The conditions that the type of a field allows. */
export const conditionKindOf = ({ type }: DatasetField): ConditionKind => conditionKinds[type];

const conditionKinds: Readonly<Record<DatasetField['type'], ConditionKind>> = {
  text: textKind,
  int: numberKind,
  double: numberKind,
  date: dateKind,
  datetime: dateKind,
  geo_point_2d: geoKind,
  geo_shape: geoKind,
  file: presenceKind,
};

/** The directions of an order. */
export const orderDirection = new GraphQLEnumType({
  name: 'OrderDirection',
  description: 'The direction of an order. Records without a value come last in both.',
  values: { ASC: { description: 'The smallest value first.' }, DESC: { description: 'The largest value first.' } },
});

export const pageInfo = new GraphQLObjectType({
  name: 'PageInfo',
  description: 'The position of a page in its list.',
  fields: {
    hasNextPage: { type: new GraphQLNonNull(GraphQLBoolean), description: 'Whether more items follow.' },
    hasPreviousPage: {
      type: new GraphQLNonNull(GraphQLBoolean),
      description: 'Whether the page starts after the first item.',
    },
    startCursor: { type: GraphQLString, description: 'The cursor of the first item; null on an empty page.' },
    endCursor: { type: GraphQLString, description: 'The cursor of the last item, for `after`; null on an empty page.' },
  },
});

/** The type of the values by which a field groups records; undefined for fields that group none. */
export function groupTypeOf({ type }: DatasetField): GraphQLOutputType | undefined {
  return type === 'geo_point_2d' || type === 'geo_shape' || type === 'file' ? undefined : outputTypes[type];
}

/** The measures of a kind of field. */
export interface MeasuresKind {
  readonly type: GraphQLObjectType;
  /** The functions of the main graph by the names of the measures. */
  readonly functions: Readonly<Record<string, string>>;
}

const functionTexts = {
  count: 'The number of records that have a value.',
  countDistinct: 'The number of different values.',
  sum: 'The sum.',
  avg: 'The mean.',
  min: 'The smallest value.',
  max: 'The largest value.',
  median: 'The median, interpolated.',
} as const;
type MeasureName = keyof typeof functionTexts;

/** The names of measures in the main graph. */
const functionNames: Readonly<Record<MeasureName, string>> = {
  count: 'count',
  countDistinct: 'count_distinct',
  sum: 'sum',
  avg: 'avg',
  min: 'min',
  max: 'max',
  median: 'median',
};

/** The measures that groups are ordered by. Their values are the names in the main graph. */
export const measureFunctions = new GraphQLEnumType({
  name: 'Measure',
  description: 'What is computed of a field. `count` and `countDistinct` fit all fields, the others numbers and dates.',
  values: Object.fromEntries(
    Object.entries(functionTexts).map(([name, description]) => [
      name,
      { value: functionNames[name as MeasureName], description },
    ]),
  ),
});

function measuresKind(
  name: string,
  what: string,
  types: Partial<Record<MeasureName, GraphQLOutputType>>,
): MeasuresKind {
  const given = { count: GraphQLInt, countDistinct: GraphQLInt, ...types };
  const names = (Object.keys(functionTexts) as MeasureName[]).filter((each) => given[each] !== undefined);
  return {
    type: new GraphQLObjectType({
      name,
      description: `What is computed of ${what} of a group. Null where no record has a value.`,
      fields: Object.fromEntries(
        names.map((each) => [each, { type: given[each] ?? GraphQLInt, description: functionTexts[each] }]),
      ),
    }),
    functions: Object.fromEntries(names.map((each) => [each, functionNames[each]])),
  };
}

const valueMeasures = measuresKind('ValueMeasures', 'the values', {});
const wholeNumberMeasures = measuresKind('WholeNumberMeasures', 'the whole numbers', {
  ...{ sum: wholeNumber, avg: GraphQLFloat, min: wholeNumber, max: wholeNumber, median: GraphQLFloat },
});
const numberMeasures = measuresKind('NumberMeasures', 'the numbers', {
  ...{ sum: GraphQLFloat, avg: GraphQLFloat, min: GraphQLFloat, max: GraphQLFloat, median: GraphQLFloat },
});
const dateMeasures = measuresKind('DateMeasures', 'the dates', { min: date, max: date });
const dateTimeMeasures = measuresKind('DateTimeMeasures', 'the times', { min: dateTime, max: dateTime });

/** What is computed of a field. */
export const measuresOf = ({ type }: DatasetField): MeasuresKind => measures[type];

const measures: Readonly<Record<DatasetField['type'], MeasuresKind>> = {
  text: valueMeasures,
  int: wholeNumberMeasures,
  double: numberMeasures,
  date: dateMeasures,
  datetime: dateTimeMeasures,
  geo_point_2d: valueMeasures,
  geo_shape: valueMeasures,
  file: valueMeasures,
};
