import type { RequestContext } from '../../api/context.ts';
import { changeForm } from './change-form.ts';
import type { FormActionInput } from './form.inputs.ts';
import { rememberOptions } from './remember-options.ts';

/** Takes a form from the portal and answers its slug; one that is not there stays as it is. Fails as `changeForm` does. */
export const unpublishForm = (ctx: RequestContext, input: FormActionInput): Promise<string> =>
  changeForm(ctx, input, async (tx, form) => {
    form.publishedVersion = null;
    await rememberOptions(tx, form.slug, []);
  });
