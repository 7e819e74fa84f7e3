import { Declares } from '#api/errors/declares.ts';
import { TakesInput } from '#api/types/change.inputs.ts';
import { Arg, Ctx, Directive, FieldResolver, Int, Mutation, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { deletionPayload } from '#api/node.type.ts';
import type { Row } from '#api/reading/type-source.ts';
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
    nullable: true,
    description:
      'The options of an `advanced_choice` block: the visible values of its field in the first 10,000 records, in order. Empty for other blocks, and where the field is hidden. Null, with an error, for a wrong `first` (INVALID_INPUT), and where records cannot be read.',
  })
  options(
    @Root() form: Row<Form>,
    @Arg('fieldId', () => String, { description: 'The block.' }) fieldId: string,
    @Arg('search', () => String, {
      defaultValue: '',
      description: 'Only options that contain this text, ignoring case.',
    })
    search: string,
    @Arg('first', () => Int, { nullable: true, defaultValue: 20, description: 'How many options, 0 to 1000.' })
    first: number | null,
    @Ctx() ctx: RequestContext,
  ) {
    return findFormOptions(ctx, form, { fieldId, search, first });
  }
}

@Resolver(() => FormConfiguration)
export class FormConfigurationResolver {
  @Mutation(() => FormPayload, { description: 'Creates a form as a draft.' })
  @Declares({ needs: 'edit_form', fails: [] })
  @TakesInput(() => CreateFormInput, 'The form.')
  async createForm(input: CreateFormInput, ctx: RequestContext) {
    return formPayload(ctx, await createForm(ctx, input));
  }

  @Mutation(() => FormPayload, { description: 'Changes a form.' })
  @Declares({ needs: 'edit_form, or to have created the form', fails: ['NOT_FOUND', 'REVISION_MISMATCH'] })
  @TakesInput(() => UpdateFormInput, 'The change.')
  async updateForm(input: UpdateFormInput, ctx: RequestContext) {
    return formPayload(ctx, await updateForm(ctx, input));
  }

  @Mutation(() => FormPayload, {
    description: 'Publishes the draft as a new version, which the portal shows.',
  })
  @Declares({ needs: 'edit_form, or to have created the form', fails: ['NOT_FOUND', 'REVISION_MISMATCH'] })
  @TakesInput(() => FormActionInput, 'The object to act on.')
  async publishForm(input: FormActionInput, ctx: RequestContext) {
    return formPayload(ctx, await publishForm(ctx, input));
  }

  @Mutation(() => FormPayload, {
    description: 'Unpublishes a form; its versions and submissions stay.',
  })
  @Declares({ needs: 'edit_form, or to have created the form', fails: ['NOT_FOUND', 'REVISION_MISMATCH'] })
  @TakesInput(() => FormActionInput, 'The object to act on.')
  async unpublishForm(input: FormActionInput, ctx: RequestContext) {
    return formPayload(ctx, await unpublishForm(ctx, input));
  }

  @Mutation(() => DeleteFormPayload, {
    description:
      'Deletes a form with its versions and submissions. It can be restored for DELETED_RETENTION_DAYS days.',
  })
  @Declares({ needs: 'edit_form, or to have created the form', fails: ['NOT_FOUND', 'REVISION_MISMATCH'] })
  @TakesInput(() => FormActionInput, 'The object to act on.')
  async deleteForm(input: FormActionInput, ctx: RequestContext) {
    return deletionPayload('FormConfiguration', await deleteForm(ctx, input), 'slug');
  }
}

@Resolver(() => DeletedForm)
export class DeletedFormResolver {
  @Mutation(() => FormPayload, {
    description:
      'Restores a deleted form with its slug, versions and submissions; a published form is published again.',
  })
  @Declares({ needs: 'edit_form, or to have deleted the form', fails: ['NOT_FOUND'] })
  @TakesInput(() => DeletedFormInput, 'The deleted form.')
  async restoreForm(input: DeletedFormInput, ctx: RequestContext) {
    return formPayload(ctx, await restoreForm(ctx, input));
  }

  @Mutation(() => PurgeFormPayload, {
    description:
      'Removes a deleted form for good: its rows and submissions within seconds, stored images within two days.',
  })
  @Declares({ needs: 'edit_form, or to have deleted the form', fails: ['NOT_FOUND'] })
  @TakesInput(() => DeletedFormInput, 'The deleted form.')
  async purgeForm({ uid }: DeletedFormInput, ctx: RequestContext) {
    return deletionPayload('DeletedForm', await purgeDeletion(ctx, 'form', uid));
  }
}
