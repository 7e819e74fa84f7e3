import { ArgsType, Field, Int } from 'type-graphql';
import { failFields } from '../../kernel/fail.ts';

/** The longest page of any list (docs/contract/specification.md 8, Limits). */
export const maxPageSize = 1000;

/** The page of a list that is asked for. */
@ArgsType()
export class PageArgs {
  @Field(() => Int, { defaultValue: 20, description: 'How many items at most, 0 to 1000.' })
  first!: number;

  @Field(() => String, { nullable: true, description: 'Start after the item with this cursor.' })
  after?: string | undefined;

  @Field(() => Int, { defaultValue: 0, description: 'How many items to skip.' })
  offset!: number;
}

/** The same page when it is in range; fails INVALID_INPUT otherwise. */
export function checkPage(page: PageArgs): PageArgs {
  if (page.first < 0 || page.first > maxPageSize) failFields({ first: [`Ask for 0 to ${String(maxPageSize)} items.`] });
  if (page.offset < 0) failFields({ offset: ['Skip 0 items or more.'] });
  return { first: page.first, offset: page.offset, after: page.after ?? undefined };
}
