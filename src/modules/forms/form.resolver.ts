import { Arg, Args, Ctx, Directive, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { deletedObject } from '#api/node.type.ts';
import { lazyObject } from '#kernel/json.ts';
import { loadOne } from '#api/reading/load.ts';
import { readRoot, readRootPage } from '#api/reading/read.ts';
import { TitleSearchArgs } from '#api/reading/title-search.ts';
import type { Row } from '#api/reading/type-source.ts';
import { toNodeId } from '#kernel/ids.ts';
import { RelatedUser } from '#identity/index.ts';
import {
  createForm,
  deleteForm,
  formPayload,
  publishForm,
  restoreForm,
  unpublishForm,
  updateForm,
} from './forms.service.ts';
import { CreateFormInput, FormActionInput, UpdateFormInput } from './form.inputs.ts';
import {
  configurationOfForm,
  creatorOfForm,
  deletedFormRoots,
  deleterOfForm,
  editorOfForm,
  formRoots,
} from './form.source.ts';
import {
  DeletedForm,
  DeletedFormConnection,
  DeletedFormInput,
  DeleteFormPayload,
  Form,
  FormConfiguration,
  FormConfigurationConnection,
  FormConnection,
  FormPayload,
  PurgeFormPayload,
} from './form.type.ts';
import { findFormOptions } from './form-options.ts';
import { PageArgs } from '#api/reading/connection.ts';
import { purgeDeletion } from '#deletions/index.ts';

@Resolver(() => Form)
export class FormResolver {
  @Query(() => FormConnection, {
    description:
      'The published forms that you may submit to now, by slug: open ones, with a key also authenticated ones, with `submit_private_form` also restricted ones. A form that has reached its quota is not listed. Needs no key.',
  })
  forms(@Args(() => TitleSearchArgs) page: TitleSearchArgs, @Ctx() ctx: RequestContext) {
    return readRootPage(ctx, formRoots.forms, page, { search: page.search });
  }

  @Query(() => Form, {
    nullable: true,
    description: 'The published form with this slug; null when there is none. Needs no key.',
  })
  form(@Arg('slug', () => ID, { description: 'The slug of the form.' }) slug: string, @Ctx() ctx: RequestContext) {
    return readRoot(ctx, formRoots.form, { slug });
  }

  @FieldResolver(() => FormConfiguration, {
    nullable: true,
    description: 'The configuration; null without the right to change it.',
  })
  configuration(@Root() form: Row<Form>, @Ctx() ctx: RequestContext) {
    return loadOne(ctx, configurationOfForm, form);
  }

  @Directive('@cost(weight: "0.01")')
  @FieldResolver(() => [String], {
    description:
      'The options of an `advanced_choice` block, in order: the values of its field in the first 10,000 records, as far as they are visible to you. Empty for any other block, and when the field is not visible to you.',
  })
  options(
    @Root() form: Row<Form>,
    @Arg('fieldId', () => String, { description: 'The block.' }) fieldId: string,
    @Arg('search', () => String, {
      defaultValue: '',
      description: 'Only options that contain this text, ignoring case.',
    })
    search: string,
    @Arg('first', () => Int, { defaultValue: 20, description: 'The maximum number of options, 0 to 1000.' })
    first: number,
    @Ctx() ctx: RequestContext,
  ) {
    return findFormOptions(ctx, form, { fieldId, search, first });
  }
}

@Resolver(() => FormConfiguration)
export class FormConfigurationResolver {
  @Query(() => FormConfigurationConnection, {
    nullable: true,
    description:
      'The forms that you may change, by slug: all with `edit_form`, otherwise those that you created. Without a key, the field is null with an error.',
  })
  formConfigurations(@Args(() => TitleSearchArgs) page: TitleSearchArgs, @Ctx() ctx: RequestContext) {
    return readRootPage(ctx, formRoots.formConfigurations, page, { search: page.search });
  }

  @Query(() => FormConfiguration, {
    nullable: true,
    description:
      'The configuration of the form with this slug; null when you may not change it or it does not exist. Without a key, the field is null with an error.',
  })
  formConfiguration(
    @Arg('slug', () => ID, { description: 'The slug of the form.' }) slug: string,
    @Ctx() ctx: RequestContext,
  ) {
    return readRoot(ctx, formRoots.formConfiguration, { slug });
  }

  @FieldResolver(() => RelatedUser, {
    nullable: true,
    description: 'The user who created the form; null when that user was deleted.',
  })
  createdBy(@Root() form: Row<FormConfiguration>, @Ctx() ctx: RequestContext) {
    return loadOne(ctx, creatorOfForm, form);
  }

  @FieldResolver(() => RelatedUser, {
    nullable: true,
    description: 'The user who last changed the form; null when that user was deleted.',
  })
  updatedBy(@Root() form: Row<FormConfiguration>, @Ctx() ctx: RequestContext) {
    return loadOne(ctx, editorOfForm, form);
  }

  @Mutation(() => FormPayload, { description: 'Creates a form as a draft; needs `edit_form`.' })
  async createForm(
    @Arg('input', () => CreateFormInput, { description: 'The form.' }) input: CreateFormInput,
    @Ctx() ctx: RequestContext,
  ) {
    return formPayload(ctx, await createForm(ctx, input));
  }

  @Mutation(() => FormPayload, { description: 'Changes a form; needs `edit_form`, or to be its creator.' })
  async updateForm(
    @Arg('input', () => UpdateFormInput, { description: 'The change.' }) input: UpdateFormInput,
    @Ctx() ctx: RequestContext,
  ) {
    return formPayload(ctx, await updateForm(ctx, input));
  }

  @Mutation(() => FormPayload, {
    description:
      'Publishes the draft as a new version, which the portal shows; needs `edit_form`, or to be the creator.',
  })
  async publishForm(
    @Arg('input', () => FormActionInput, { description: 'The object to act on.' }) input: FormActionInput,
    @Ctx() ctx: RequestContext,
  ) {
    return formPayload(ctx, await publishForm(ctx, input));
  }

  @Mutation(() => FormPayload, {
    description: 'Unpublishes a form; its versions and submissions stay. Needs `edit_form`, or to be the creator.',
  })
  async unpublishForm(
    @Arg('input', () => FormActionInput, { description: 'The object to act on.' }) input: FormActionInput,
    @Ctx() ctx: RequestContext,
  ) {
    return formPayload(ctx, await unpublishForm(ctx, input));
  }

  @Mutation(() => DeleteFormPayload, {
    description:
      'Deletes a form with its versions and submissions; needs `edit_form`, or to be its creator. It can be restored for DELETED_RETENTION_DAYS days.',
  })
  async deleteForm(
    @Arg('input', () => FormActionInput, { description: 'The object to act on.' }) input: FormActionInput,
    @Ctx() ctx: RequestContext,
  ) {
    return deletePayload(await deleteForm(ctx, input));
  }
}

const deletePayload = (slug: string) =>
  lazyObject({ ...deletedObject(toNodeId('FormConfiguration', slug)), slug: () => slug });

@Resolver(() => DeletedForm)
export class DeletedFormResolver {
  @Query(() => DeletedFormConnection, {
    nullable: true,
    description:
      'The deleted forms that the caller may restore, the latest first: all with `edit_form`, otherwise those that the caller deleted. Needs a key: without one, the field is null with an error.',
  })
  deletedForms(@Args(() => PageArgs) page: PageArgs, @Ctx() ctx: RequestContext) {
    return readRootPage(ctx, deletedFormRoots.deletedForms, page);
  }

  @FieldResolver(() => RelatedUser, {
    nullable: true,
    description: 'The user who deleted the form; null when that user was deleted.',
  })
  deletedBy(@Root() deleted: Row<DeletedForm>, @Ctx() ctx: RequestContext) {
    return loadOne(ctx, deleterOfForm, deleted);
  }

  @Mutation(() => FormPayload, {
    description:
      'Restores a deleted form with its slug, versions and submissions; a published form is published again. Fails with INVALID_INPUT when another form has its slug.',
  })
  async restoreForm(
    @Arg('input', () => DeletedFormInput, { description: 'The deleted form.' }) input: DeletedFormInput,
    @Ctx() ctx: RequestContext,
  ) {
    return formPayload(ctx, await restoreForm(ctx, input));
  }

  @Mutation(() => PurgeFormPayload, {
    description:
      'Removes a deleted form for good: its rows and submissions within seconds, stored images within two days.',
  })
  async purgeForm(
    @Arg('input', () => DeletedFormInput, { description: 'The deleted form.' }) { uid }: DeletedFormInput,
    @Ctx() ctx: RequestContext,
  ) {
    return purgePayload(await purgeDeletion(ctx, 'form', uid));
  }
}

const purgePayload = (uid: string) => lazyObject({ ...deletedObject(toNodeId('DeletedForm', uid)), uid: () => uid });
