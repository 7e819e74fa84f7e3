import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { deletedObject } from '#api/node.type.ts';
import { lazyObject } from '#api/reading/lazy-object.ts';
import type { Row } from '#api/reading/type-source.ts';
import { loadOne } from '#api/reading/load.ts';
import { PageArgs } from '#api/reading/connection.ts';
import { readRootPage } from '#api/reading/read.ts';
import { toNodeId } from '#kernel/ids.ts';
import { purgeDeletion } from '#deletions/index.ts';
import { RelatedUser } from '#identity/index.ts';
import { FormPayload } from '../form.type.ts';
import { formPayload } from '../form-payload.ts';
import { deletedFormRoots, deleterOfForm } from './deleted-form.source.ts';
import { DeletedForm, DeletedFormConnection, DeletedFormInput, PurgeFormPayload } from './deleted-form.type.ts';
import { restoreForm } from './restore-form.ts';

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
