import type { RequestContext } from '../../api/context.ts';
import { failFields } from '../../kernel/fail.ts';
import { blocksOf } from '../../engine/blocks/read-answers.ts';
import { changeForm } from './change-form.ts';
import { FormVersionEntity } from './form.entity.ts';
import type { FormActionInput } from './form.inputs.ts';
import { rememberOptions } from './remember-options.ts';
import { requireSeenOptions } from './require-seen-options.ts';

/** Makes a version of the draft, which the portal shows from then on, and answers the form's slug; fails as `changeForm` does, and INVALID_INPUT. */
export const publishForm = (ctx: RequestContext, input: FormActionInput): Promise<string> =>
  changeForm(ctx, input, async (tx, form) => {
    if (blocksOf(form.content.sections).length === 0)
      failFields({ sections: ['Ask something before the form is published.'] });
    await requireSeenOptions(tx, form.content.sections);
    await rememberOptions(tx, form.slug, form.content.sections);
    form.lastVersion += 1;
    form.publishedVersion = form.lastVersion;
    tx.em.create(FormVersionEntity, {
      form,
      number: form.lastVersion,
      content: form.content,
      publishedAt: tx.app.clock.now(),
    });
  });
