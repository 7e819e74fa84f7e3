import type { RequestContext } from '../../api/context.ts';
import { completedSections } from '../../engine/blocks/check-sections.ts';
import { checkAllAsync } from '../../kernel/check-all.ts';
import { changeForm } from './change-form.ts';
import type { UpdateFormInput } from './form.inputs.ts';
import { acceptContent, acceptQuota } from './form.rules.ts';
import { requireSeenOptions } from './require-seen-options.ts';

/** Changes a form and answers its slug; what the input leaves out is kept. Fails as `changeForm` does, and INVALID_INPUT. */
export function updateForm(
  ctx: RequestContext,
  { slug, expectedRevision = null, ...change }: UpdateFormInput,
): Promise<string> {
  const isEmpty = Object.keys(change).length === 0;
  return changeForm(ctx, { slug, expectedRevision, isEmpty }, async (tx, form) => {
    const { accessType, isModerated, isEditionEnabled, submissionsQuota } = change;
    const [content, quota] = await checkAllAsync(
      () => acceptContent(change, form.content),
      () => acceptQuota(submissionsQuota),
      () => requireSeenOptions(tx, completedSections(change.sections ?? [])),
    );
    form.content = content;
    if (accessType !== undefined) form.accessType = accessType ?? 'restricted';
    if (isModerated !== undefined) form.isModerated = isModerated ?? true;
    if (isEditionEnabled !== undefined) form.isEditionEnabled = isEditionEnabled ?? false;
    if (submissionsQuota !== undefined) form.submissionsQuota = quota;
  });
}
