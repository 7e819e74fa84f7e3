import { Field, Int, ObjectType } from 'type-graphql';
import { DateTime } from '#api/types/scalars.ts';
import { QuotaUnit } from '#access/index.ts';

@ObjectType({
  description:
    'How many calls on a dataset the caller has left. Calls are counted per user, and per client address for callers without a key.',
})
export class QuotaUsage {
  @Field(() => QuotaUnit, { description: 'The period in which calls are counted, in UTC.' })
  unit!: `${QuotaUnit}`;

  @Field(() => Int, { description: 'The number of calls in one period.' })
  limit!: number;

  @Field(() => Int, { description: 'The number of calls left in this period, after this one.' })
  remaining!: number;

  @Field(() => DateTime, { description: 'When the next period begins.' })
  resetsAt!: string;
}
