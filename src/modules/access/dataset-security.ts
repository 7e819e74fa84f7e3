import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { nodeId, unreachableIdDescription } from '#api/node/node.type.ts';
import type { EmbeddedObject, ColumnExpression } from '#api/reading/declare/type-source.ts';
import { toNodeId } from '#kernel/ids.ts';

/** The period in which a quota counts calls. */
export enum QuotaUnit {
  second = 'second',
  minute = 'minute',
  hour = 'hour',
  day = 'day',
  month = 'month',
}
registerEnumType(QuotaUnit, {
  name: 'QuotaUnit',
  description: 'The period in which calls are counted.',
  valuesConfig: {
    second: { description: 'A second.' },
    minute: { description: 'A minute.' },
    hour: { description: 'An hour.' },
    day: { description: 'A day in UTC.' },
    month: { description: 'A month in UTC.' },
  },
});

@ObjectType({ description: 'The number of calls that a caller may make in a period.' })
@InputType('CallsQuotaInput', { description: 'The number of calls that a caller may make in a period.' })
export class CallsQuota {
  @Field(() => QuotaUnit, { description: 'The period in which calls are counted.' })
  unit!: `${QuotaUnit}`;

  @Field(() => Int, { description: 'The number of calls in one period, at least 0.' })
  limit!: number;
}

/** A security in its stored form: which data of a dataset a user may read, and how often. */
export interface DatasetSecurity {
  readonly isDataVisible: boolean;
  readonly visibleFields: readonly string[] | null;
  readonly filterQuery: string;
  readonly apiCallsQuota: CallsQuota | null;
}

/** The `id` of a security, made from a key that is unique among securities. */
export const securityId = (key: string): string => toNodeId(securityType, key);

/** Declares the security in a jsonb column of a row; its `id` is made from a key of the row. */
export const securityColumn = (column: string, key: string | ColumnExpression): EmbeddedObject => ({
  object: column,
  id: nodeId(securityType, key),
});

const securityType = 'DatasetSecurity';

@ObjectType(securityType, { description: "Which of a dataset's data a user may read, and how often." })
export class DatasetSecurityType implements DatasetSecurity {
  @Field(() => ID, { description: unreachableIdDescription })
  id!: string;

  @Field(() => Boolean, { description: 'Whether the data is visible at all.' })
  isDataVisible!: boolean;

  @Field(() => [String], { nullable: true, description: 'The names of the visible fields; null for all fields.' })
  visibleFields!: readonly string[] | null;

  @Field(() => String, { description: 'The filter query of the visible records; empty for all records.' })
  filterQuery!: string;

  @Field(() => CallsQuota, { nullable: true, description: 'The quota of calls; null for no quota.' })
  apiCallsQuota!: CallsQuota | null;
}

@InputType({
  description: "Which of a dataset's data a user may read, and how often. Omitted fields take their default.",
})
export class DatasetSecurityInput {
  @Field(() => Boolean, { nullable: true, description: 'Whether the data is visible at all. Default: true.' })
  isDataVisible?: boolean | null;

  @Field(() => [String], {
    nullable: true,
    description: 'The names of the visible fields, each once. Default: null, for all fields.',
  })
  visibleFields?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'The filter query of the visible records. Default: empty, for all records.',
  })
  filterQuery?: string | null;

  @Field(() => CallsQuota, { nullable: true, description: 'The quota of calls. Default: null, for no quota.' })
  apiCallsQuota?: CallsQuota | null;
}

/** Everything is visible, without a quota (docs/contract/objects.md, Dataset security). */
export const fullAccess: DatasetSecurity = Object.freeze({
  isDataVisible: true,
  visibleFields: null,
  filterQuery: '',
  apiCallsQuota: null,
});
