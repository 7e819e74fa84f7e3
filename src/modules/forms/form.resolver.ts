import { Arg, Ctx, Directive, FieldResolver, Int, Mutation, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { deletedObject } from '#api/node.type.ts';
import { lazyObject } from '#kernel/json.ts';
import type { Row } from '#api/reading/type-source.ts';
import { toNodeId } from '#kernel/ids.ts';
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
  DeletedForm,
  DeletedFormInput,
  DeleteFormPayload,
  Form,
  FormConfiguration,
  FormPayload,
  PurgeFormPayload,
} from './form.type.ts';
import { findFormOptions } from './form-options.ts';
import { purgeDeletion } from '#deletions/index.ts';

@Resolver(() => Form)
export class FormResolver {
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
