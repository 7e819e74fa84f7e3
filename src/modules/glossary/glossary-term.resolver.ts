import { Declares } from '#api/errors/declares.ts';
import { TakesInput } from '#api/types/change.inputs.ts';
import { Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { deletionPayload } from '#api/node.type.ts';
import { lazyObject } from '#kernel/json.ts';
import { PageArgs } from '#api/reading/connection.ts';
import { lazyEdge, lazyRow } from '#api/reading/read.ts';
import { createGlossaryTerm, deleteGlossaryTerm, readTerms, updateGlossaryTerm } from './glossary-terms.service.ts';
import { CreateGlossaryTermInput, DeleteGlossaryTermInput, UpdateGlossaryTermInput } from './glossary-term.inputs.ts';
import { glossaryList, glossaryTerms } from './glossary-term.source.ts';
import {
  DeleteGlossaryTermPayload,
  GlossaryTerm,
  GlossaryTermConnection,
  GlossaryTermPayload,
} from './glossary-term.type.ts';

@Resolver(() => GlossaryTerm)
export class GlossaryTermResolver {
  @Query(() => GlossaryTermConnection, {
    nullable: true,
    description:
      "The portal's glossary, at most 1000 terms. By default the best matches of `filter.text` come first; without a text, the terms are by name. Needs no key.",
  })
  glossaryTerms(
    @Args(() => PageArgs) page: PageArgs,
    @Args(() => glossaryList.args) criteria: object,
    @Ctx() ctx: RequestContext,
  ) {
    return readTerms(ctx, page, criteria);
  }

  @Mutation(() => GlossaryTermPayload, { description: 'Adds a term to the glossary.' })
  @Declares({ needs: 'edit_page for the domain', fails: [] })
  @TakesInput(() => CreateGlossaryTermInput, 'The term.')
  async createGlossaryTerm(input: CreateGlossaryTermInput, ctx: RequestContext) {
    return lazyObject(termPayload(ctx, await createGlossaryTerm(ctx, input)));
  }

  @Mutation(() => GlossaryTermPayload, { description: 'Changes a term of the glossary.' })
  @Declares({ needs: 'edit_page for the domain', fails: ['NOT_FOUND', 'REVISION_MISMATCH'] })
  @TakesInput(() => UpdateGlossaryTermInput, 'The change.')
  async updateGlossaryTerm(input: UpdateGlossaryTermInput, ctx: RequestContext) {
    return lazyObject(termPayload(ctx, await updateGlossaryTerm(ctx, input)));
  }

  @Mutation(() => DeleteGlossaryTermPayload, { description: 'Deletes a term of the glossary.' })
  @Declares({ needs: 'edit_page for the domain', fails: ['NOT_FOUND'] })
  @TakesInput(() => DeleteGlossaryTermInput, 'The object to act on.')
  async deleteGlossaryTerm(input: DeleteGlossaryTermInput, ctx: RequestContext) {
    return deletionPayload('GlossaryTerm', await deleteGlossaryTerm(ctx, input));
  }
}

const termPayload = (ctx: RequestContext, uid: string) => ({
  glossaryTerm: lazyRow(ctx, glossaryTerms, { uid }),
  glossaryTermEdge: lazyEdge(ctx, glossaryTerms, { uid }),
});
