import type { RequestContext } from '#api/context.ts';
import { lazyObject } from '#api/reading/lazy-object.ts';
import { lazyEdge, lazyRow } from '#api/reading/read.ts';
import { formConfigurations, forms } from './form.source.ts';

/** The fields of a FormPayload after a change of the form, which are read only when they are selected. */
export const formPayload = (ctx: RequestContext, slug: string) =>
  lazyObject({
    configuration: lazyRow(ctx, formConfigurations, { slug }),
    configurationEdge: lazyEdge(ctx, formConfigurations, { slug }),
    form: lazyRow(ctx, forms, { form_slug: slug }),
  });
