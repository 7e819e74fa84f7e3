import type { RequestContext } from '../../api/context.ts';
import { sql } from '../../kernel/sql.ts';
import { moderate } from './moderate.ts';
import type { ModerationInput } from './moderation.inputs.ts';
import { countSubmission } from './quota.ts';

/** Deletes a submission with its images, whatever its status, and answers the uid that it had. Fails as `moderate` does. */
export const deleteSubmission = (ctx: RequestContext, input: ModerationInput): Promise<string> =>
  moderate(ctx, input, async ({ db }, { status }) => {
    await countSubmission(db, input.formSlug, status, null);
    await db.rows(sql`delete from submission where uid = ${input.uid}`);
  });
