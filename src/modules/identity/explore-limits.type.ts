import { Field, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { failFields } from '#kernel/fail.ts';

/** The periods of limits (docs/contract/administration.md 7). */
const limitUnits = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;

/** The period of a limit. */
type LimitUnit = (typeof limitUnits)[number];

const LimitUnitEnum = Object.freeze(Object.fromEntries(limitUnits.map((unit) => [unit, unit])));
registerEnumType(LimitUnitEnum, {
  name: 'LimitUnit',
  description: 'The period of a limit.',
  valuesConfig: {
    year: { description: 'A year.' },
    month: { description: 'A month.' },
    day: { description: 'A day.' },
    hour: { description: 'An hour.' },
    minute: { description: 'A minute.' },
    second: { description: 'A second.' },
  },
});

@ObjectType({ description: 'How many calls are allowed in a period.' })
@InputType('CallLimitInput', { description: 'How many calls are allowed in a period.' })
export class CallLimit {
  @Field(() => Int, { description: 'The number of calls in one period, at least 0.' })
  limit!: number;

  @Field(() => LimitUnitEnum, { description: 'The period.' })
  unit!: LimitUnit;
}

@ObjectType({ description: 'Limits on what the catalog answers. They are stored, and have no effect yet.' })
@InputType('ExploreLimitsInput', { description: 'Limits on what the catalog answers, replaced as a whole.' })
export class ExploreLimits {
  @Field(() => CallLimit, { nullable: true, description: 'The calls of the Explore API; null for no limit.' })
  apiCalls?: CallLimit | null;
}

/** The stored form of limits; empty for null. Fails INVALID_INPUT. */
export function parseExploreLimits(limits: ExploreLimits | null): ExploreLimits {
  const { apiCalls } = limits ?? {};
  if (!apiCalls) return {};
  if (apiCalls.limit < 0) failFields({ 'exploreLimits.apiCalls.limit': ['Give 0 or more.'] });
  return { apiCalls: { limit: apiCalls.limit, unit: apiCalls.unit } };
}
