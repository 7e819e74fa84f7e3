import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../api/context.ts';
import { lazyObject } from '../../api/lazy-object.ts';
import { loadOne } from '../../api/reading/load.ts';
import { PageArgs } from '../../api/reading/page-args.ts';
import { deferRow } from '../../api/reading/read.ts';
import { readRoot, readRootPage } from '../../api/reading/root.ts';
import type { Row } from '../../api/reading/type-source.ts';
import { toNodeId } from '../../kernel/ids.ts';
import { RelatedUser } from '../identity/index.ts';
import { createForm, deleteForm, publishForm, unpublishForm, updateForm } from './forms.service.ts';
import { CreateFormInput, FormActionInput, UpdateFormInput } from './form.inputs.ts';
import {
  configurationOfForm,
  creatorOfForm,
  editorOfForm,
  formConfigurations,
  formRoots,
  forms,
} from './form.source.ts';
import { DeleteFormPayload, Form, FormConfiguration, FormConfigurationConnection, FormPayload } from './form.type.ts';
import { optionsOfForm } from './options/options-of-form.ts';

@Resolver(() => Form)
export class FormResolver {
  @Query(() => Form, {
    nullable: true,
    description: 'A published form; null when there is none with this slug. Needs no key.',
  })
  form(@Arg('slug', () => ID, { description: 'Its slug.' }) slug: string, @Ctx() ctx: RequestContext) {
    return readRoot(ctx, formRoots.form, { slug });
  }

  @FieldResolver(() => FormConfiguration, {
    nullable: true,
    description: 'How it is configured; null without the right to change it.',
  })
  configuration(@Root() form: Row<Form>, @Ctx() ctx: RequestContext) {
    return loadOne(ctx, configurationOfForm, form);
  }

  @FieldResolver(() => [String], {
    description:
      'The options of a block of the type `advanced_choice`, in order: what its field holds in those of the first 10,000 records that you may see. Empty for any other block, and where you may not see the field.',
  })
  options(
    @Root() form: Row<Form>,
    @Arg('fieldId', () => String, { description: 'The block.' }) fieldId: string,
    @Arg('search', () => String, { defaultValue: '', description: 'Only options with this text in them, in any case.' })
    search: string,
    @Arg('first', () => Int, { defaultValue: 20, description: 'How many at most, 0 to 1000.' }) first: number,
    @Ctx() ctx: RequestContext,
  ) {
    return optionsOfForm(ctx, form, { fieldId, search, first });
  }
}

@Resolver(() => FormConfiguration)
export class FormConfigurationResolver {
  @Query(() => FormConfigurationConnection, {
    nullable: true,
    description:
      'The forms that you may change, by slug: with `edit_form` all, else those that you created. Null, with an error, without a key.',
  })
  formConfigurations(@Args(() => PageArgs) page: PageArgs, @Ctx() ctx: RequestContext) {
    return readRootPage(ctx, formRoots.formConfigurations, page);
  }

  @Query(() => FormConfiguration, {
    nullable: true,
    description:
      'A form as it is configured; null when there is none with this slug that you may change. Null, with an error, without a key.',
  })
  formConfiguration(@Arg('slug', () => ID, { description: 'Its slug.' }) slug: string, @Ctx() ctx: RequestContext) {
    return readRoot(ctx, formRoots.formConfiguration, { slug });
  }

  @FieldResolver(() => RelatedUser, { nullable: true, description: 'Who created it; null when that user is gone.' })
  createdBy(@Root() form: Row<FormConfiguration>, @Ctx() ctx: RequestContext) {
    return loadOne(ctx, creatorOfForm, form);
  }

  @FieldResolver(() => RelatedUser, {
    nullable: true,
    description: 'Who changed it last; null when that user is gone.',
  })
  updatedBy(@Root() form: Row<FormConfiguration>, @Ctx() ctx: RequestContext) {
    return loadOne(ctx, editorOfForm, form);
  }

  @Mutation(() => FormPayload, { description: 'Creates a form as a draft; needs `edit_form`.' })
  async createForm(
    @Arg('input', () => CreateFormInput, { description: 'The form.' }) input: CreateFormInput,
    @Ctx() ctx: RequestContext,
  ) {
    return changedForm(ctx, await createForm(ctx, input));
  }

  @Mutation(() => FormPayload, { description: 'Changes a form; needs `edit_form`, or to be its creator.' })
  async updateForm(
    @Arg('input', () => UpdateFormInput, { description: 'The change.' }) input: UpdateFormInput,
    @Ctx() ctx: RequestContext,
  ) {
    return changedForm(ctx, await updateForm(ctx, input));
  }

  @Mutation(() => FormPayload, {
    description:
      'Makes a version of the draft, which the portal shows from then on; needs `edit_form`, or to be the creator.',
  })
  async publishForm(
    @Arg('input', () => FormActionInput, { description: 'Which one.' }) input: FormActionInput,
    @Ctx() ctx: RequestContext,
  ) {
    return changedForm(ctx, await publishForm(ctx, input));
  }

  @Mutation(() => FormPayload, {
    description:
      'Takes a form from the portal; its versions and submissions stay. Needs `edit_form`, or to be the creator.',
  })
  async unpublishForm(
    @Arg('input', () => FormActionInput, { description: 'Which one.' }) input: FormActionInput,
    @Ctx() ctx: RequestContext,
  ) {
    return changedForm(ctx, await unpublishForm(ctx, input));
  }

  @Mutation(() => DeleteFormPayload, {
    description: 'Deletes a form with its versions and submissions; needs `edit_form`, or to be its creator.',
  })
  async deleteForm(
    @Arg('input', () => FormActionInput, { description: 'Which one.' }) input: FormActionInput,
    @Ctx() ctx: RequestContext,
  ) {
    return removed(await deleteForm(ctx, input));
  }
}

const changedForm = (ctx: RequestContext, slug: string) =>
  lazyObject({
    configuration: deferRow(ctx, formConfigurations, { slug }),
    form: deferRow(ctx, forms, { form_slug: slug }),
  });

const removed = (slug: string) => ({ id: toNodeId('FormConfiguration', slug), slug });
