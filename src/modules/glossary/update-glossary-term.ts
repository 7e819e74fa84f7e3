import type { RequestContext } from '../../api/context.ts';
import { requirePermission } from '../../api/session.ts';
import { fail } from '../../kernel/fail.ts';
import { withValidKey } from '../identity/index.ts';
import { GlossaryTermEntity } from './glossary-term.entity.ts';
import type { UpdateGlossaryTermInput } from './glossary-term.inputs.ts';
import { readTerm } from './glossary-term.rules.ts';
import { searchText } from './search-text.ts';

/** Changes a term and answers its uid; fails UNAUTHORIZED, PERMISSION_DENIED without `edit_page`, NOT_FOUND, INVALID_INPUT. */
export async function updateGlossaryTerm(
  ctx: RequestContext,
  { uid, ...texts }: UpdateGlossaryTermInput,
): Promise<string> {
  requirePermission(ctx.session, 'edit_page');
  return withValidKey(ctx, async ({ em }) => {
    const term = (await em.findOne(GlossaryTermEntity, { uid })) ?? fail('NOT_FOUND');
    const { name = term.name, aliases = term.aliases, description = term.description } = readTerm(texts);
    em.assign(term, {
      name,
      aliases: [...aliases],
      description,
      searchName: searchText(name),
      searchAliases: aliases.map(searchText),
    });
    return uid;
  });
}
