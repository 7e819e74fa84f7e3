import { GraphQLNonNegativeInt } from 'graphql-scalars';
import { ArgsType, Field } from 'type-graphql';
import { failFields } from '../../kernel/fail.ts';

/** The longest page of any list (specification 8, Limits). */
export const maximumPage = 1000;

/** The page of a list that is asked for. */
@ArgsType()
export class PageArgs {
  @Field(() => GraphQLNonNegativeInt, { defaultValue: 20, description: 'How many items at most, 0 to 1000.' })
  first!: number;

  @Field(() => String, { nullable: true, description: 'Start after the item with this cursor.' })
  after?: string | undefined;

  @Field(() => GraphQLNonNegativeInt, { defaultValue: 0, description: 'How many items to skip.' })
  offset!: number;
}

/** The same page when it is in range; fails INVALID_INPUT otherwise. */
export function checkPage(page: PageArgs): PageArgs {
  if (page.first > maximumPage) failFields({ first: [`Ask for ${String(maximumPage)} items at most.`] });
  if (page.offset > 2 ** 31 - 1) failFields({ offset: ['There are never that many items to skip.'] });
  return { first: page.first, offset: page.offset, after: page.after ?? undefined };
}
