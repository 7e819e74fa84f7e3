import { ArgsType, Field, Int } from 'type-graphql';
import { failFields } from '../../../kernel/fail.ts';

/** The maximum length of a page (docs/contract/specification.md 8, Limits). */
export const maxPageSize = 1000;

/** The requested page of a list. */
@ArgsType()
export class PageArgs {
  @Field(() => Int, { defaultValue: 20, description: 'The maximum number of items, 0 to 1000.' })
  first!: number;

  @Field(() => String, { nullable: true, description: 'Start after the item with this cursor.' })
  after?: string | undefined;

  @Field(() => Int, { defaultValue: 0, description: 'The number of items to skip.' })
  offset!: number;
}

/** Checks a page; fails INVALID_INPUT when it is out of range. */
export function checkPage(page: PageArgs): PageArgs {
  if (page.first < 0 || page.first > maxPageSize)
    failFields({ first: [`Ask for at most ${String(maxPageSize)} items, and not for fewer than 0.`] });
  if (page.offset < 0) failFields({ offset: ['The number of items to skip cannot be negative.'] });
  return { first: page.first, offset: page.offset, after: page.after ?? undefined };
}
