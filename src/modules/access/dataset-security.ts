import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { nodeId, partIdDescription } from '../../api/node/node.type.ts';
import type { EmbeddedObject, Expression } from '../../api/reading/source.ts';
import { toNodeId } from '../../kernel/ids.ts';

export enum QuotaUnit {
  second = 'second',
  minute = 'minute',
  hour = 'hour',
  day = 'day',
  month = 'month',
}
registerEnumType(QuotaUnit, {
  name: 'QuotaUnit',
  description: 'The span in which calls are counted.',
  valuesConfig: {
    second: { description: 'A second.' },
    minute: { description: 'A minute.' },
    hour: { description: 'An hour.' },
    day: { description: 'A day in UTC.' },
    month: { description: 'A month in UTC.' },
  },
});

@ObjectType({ description: 'How often a caller may ask.' })
@InputType('CallsQuotaInput', { description: 'How often a caller may ask.' })
export class CallsQuota {
  @Field(() => QuotaUnit, { description: 'The span in which calls are counted.' })
  unit!: `${QuotaUnit}`;

  @Field(() => Int, { description: 'How many calls in one span, 0 at least.' })
  limit!: number;
}

/** What someone gets of a dataset's data, as it is stored. */
export interface DatasetSecurity {
  readonly isDataVisible: boolean;
  readonly visibleFields: readonly string[] | null;
  readonly filterQuery: string;
  readonly apiCallsQuota: CallsQuota | null;
}

/** The global identifier of the security that a key names. */
export const securityId = (key: string): string => toNodeId(securityType, key);

/** The security that a jsonb column of a row holds, with the identity that a key of the row gives it. */
export const securityColumn = (column: string, key: string | Expression): EmbeddedObject => ({
  object: column,
  id: nodeId(securityType, key),
});

const securityType = 'DatasetSecurity';

@ObjectType(securityType, { description: "What someone gets of a dataset's data (who, what and how often)." })
export class DatasetSecurityType implements DatasetSecurity {
  @Field(() => ID, { description: partIdDescription })
  id!: string;

  @Field(() => Boolean, { description: 'Whether the data is visible at all.' })
  isDataVisible!: boolean;

  @Field(() => [String], { nullable: true, description: 'The names of the fields to be seen; null for all of them.' })
  visibleFields!: readonly string[] | null;

  @Field(() => String, { description: 'Which records, as a query; empty for all of them.' })
  filterQuery!: string;

  @Field(() => CallsQuota, { nullable: true, description: 'How often; null for any number of calls.' })
  apiCallsQuota!: CallsQuota | null;
}

@InputType({ description: "What someone gets of a dataset's data; what is left out takes its default." })
export class DatasetSecurityInput {
  @Field(() => Boolean, { nullable: true, description: 'Whether the data is visible at all; true by default.' })
  isDataVisible?: boolean | null;

  @Field(() => [String], {
    nullable: true,
    description: 'The names of the fields to be seen, each once; null, the default, for all of them.',
  })
  visibleFields?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'Which records, as a query; empty, the default, for all of them.',
  })
  filterQuery?: string | null;

  @Field(() => CallsQuota, { nullable: true, description: 'How often; null, the default, for any number of calls.' })
  apiCallsQuota?: CallsQuota | null;
}

/** Everything is visible, without a quota (docs/contract/objects.md, Dataset security). */
export const fullAccess: DatasetSecurity = Object.freeze({
  isDataVisible: true,
  visibleFields: null,
  filterQuery: '',
  apiCallsQuota: null,
});
