import type { RequestContext } from '../../api/context.ts';
import { callerOf, requirePermission } from '../../api/session.ts';
import { completedSections } from '../../engine/blocks/check-sections.ts';
import { checkAllAsync } from '../../kernel/check-all.ts';
import { failFields } from '../../kernel/fail.ts';
import { slug as slugOf } from '../../kernel/text.ts';
import { sql } from '../../kernel/sql.ts';
import { firstRow } from '../../platform/database/database-client.ts';
import { withValidKey } from '../identity/index.ts';
import type { CreateFormInput } from './form.inputs.ts';
import { acceptContent, acceptQuota, checkSlug, emptyContent } from './form.rules.ts';
import { requireSeenOptions } from './require-seen-options.ts';

/** Creates a form as a draft and answers its slug; fails UNAUTHORIZED, PERMISSION_DENIED without `edit_form`, INVALID_INPUT. */
export async function createForm(ctx: RequestContext, input: CreateFormInput): Promise<string> {
  requirePermission(ctx.session, 'edit_form');
  const username = callerOf(ctx.session);
  return withValidKey(ctx, async (tx) => {
    const slug = input.slug ?? slugOf(input.title).slice(0, 150).replace(/-$/, '');
    const [content, quota] = await checkAllAsync(
      () => acceptContent(input, emptyContent),
      () => acceptQuota(input.submissionsQuota),
      () => {
        checkSlug(slug);
      },
      () => requireSeenOptions(tx, completedSections(input.sections ?? [])),
    );
    const now = tx.app.clock.now();
    const created = await firstRow(
      tx.db,
      sql`
      insert into form (slug, content, access_type, is_moderated, is_edition_enabled, submissions_quota, created_by, updated_by, created_at, updated_at)
      values (${slug}, ${JSON.stringify(content)}::jsonb, ${input.accessType ?? 'restricted'}, ${input.isModerated ?? true}, ${input.isEditionEnabled ?? false},
        ${quota}, ${username}, ${username}, ${now}, ${now})
      on conflict do nothing returning 1`,
    );
    return created ? slug : failFields({ slug: [`There is a form ${slug} already; choose another slug.`] });
  });
}
