import { followEvents, type StreamContext } from '#api/streams.ts';
import { fail } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import { requireModerator } from '../moderation/moderation-rights.ts';
import type { SubmissionReceipt } from './submission-receipt.type.ts';

/** Yields the submissions that a form receives. Fails as `requireModerator` does, and NOT_FOUND for an unknown form. */
export async function* followSubmissions(ctx: StreamContext, formSlug: string): AsyncGenerator<SubmissionReceipt> {
  requireModerator(ctx.session);
  const [form] = await ctx.db.rows(sql`select from form where slug = ${formSlug}`);
  if (!form) fail('NOT_FOUND');
  yield* followEvents<SubmissionReceipt>(ctx, {
    topic: `form:${formSlug}`,
    begin: { formSlug, uid: null },
    eventOf: (uid) => ({ formSlug, uid }),
    check: ({ session }) => {
      requireModerator(session);
    },
  });
}
