import type { RequestContext } from '../../api/context.ts';
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
    form.content = acceptContent(change, form.content);
    if (change.sections != null) await requireSeenOptions(tx, form.content.sections);
    if (accessType !== undefined) form.accessType = accessType ?? 'restricted';
    if (isModerated !== undefined) form.isModerated = isModerated ?? true;
    if (isEditionEnabled !== undefined) form.isEditionEnabled = isEditionEnabled ?? false;
    if (submissionsQuota !== undefined) form.submissionsQuota = acceptQuota(submissionsQuota);
  });
}
