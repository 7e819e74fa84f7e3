import { ArgsType, Field, Int } from 'type-graphql';
import { failFields } from '#kernel/fail.ts';

/** The maximum length of a page (docs/contract/specification.md 8, Limits). */
export const maxPageSize = 1000;

const defaultPageSize = 20;

/** The requested page of a list that can be read from either end. */
@ArgsType()
export class PageArgs {
  @Field(() => Int, {
    nullable: true,
    defaultValue: defaultPageSize,
    description: 'The maximum number of items, 0 to 1000; null is the default. Has no effect where `last` is given.',
  })
  first!: number | null;

  @Field(() => String, { nullable: true, description: 'Start after the item with this cursor.' })
  after?: string | null | undefined;

  @Field(() => Int, {
    nullable: true,
    description: 'The maximum number of items from the end of the list, 0 to 1000, in the order of the list.',
  })
  last?: number | null | undefined;

  @Field(() => String, { nullable: true, description: 'End before the item with this cursor.' })
  before?: string | null | undefined;

  @Field(() => Int, { defaultValue: 0, description: 'The number of items to skip; with `last`, from the end.' })
  offset!: number;
}

/** The checked page of a list: its range between two cursors, and `length` items from one end of it. */
export interface Page {
  readonly length: number;
  /** Whether the items are counted from the end of the range. They are in the order of the list nevertheless. */
  readonly isFromEnd: boolean;
  readonly offset: number;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

/** Checks a page; fails INVALID_INPUT when it is out of range. */
export function checkPage({ first, after, last, before, offset }: PageArgs): Page {
  const [name, length] = last == null ? ['first', first ?? defaultPageSize] : ['last', last];
  if (length < 0 || length > maxPageSize)
    failFields({ [name]: [`Ask for at most ${String(maxPageSize)} items, and not for fewer than 0.`] });
  if (offset < 0) failFields({ offset: ['The number of items to skip cannot be negative.'] });
  return { length, isFromEnd: last != null, offset, after: after ?? undefined, before: before ?? undefined };
}

/** The items of a page, in the order of the list, from the read ones: one more than its length where others follow. */
export const itemsOf = <T>(read: readonly T[], { length, isFromEnd }: Page): readonly T[] =>
  isFromEnd ? read.slice(Math.max(0, read.length - length)) : read.slice(0, length);

/** Whether items precede a page and follow it. `hasMore` tells whether there is one more than its length where it was read to. */
export const surroundingsOf = ({ isFromEnd, offset, after, before }: Page, hasMore: boolean) => ({
  hasPreviousPage: after !== undefined || (isFromEnd ? hasMore : offset > 0),
  hasNextPage: before !== undefined || (isFromEnd ? offset > 0 : hasMore),
});
