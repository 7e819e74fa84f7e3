import type { RequestContext } from '../../api/context.ts';
import { changeForm } from './change-form.ts';
import type { FormActionInput } from './form.inputs.ts';

/** Deletes a form with all that belongs to it and answers the slug that it had; fails as `changeForm` does. */
export const deleteForm = (ctx: RequestContext, input: FormActionInput): Promise<string> =>
  changeForm(ctx, input, async ({ em }, form) => {
    em.remove(form);
  });
