import type { RequestContext } from '../../api/context.ts';
import { changePage, type PageChange } from './change-page.ts';
import { orderingTitle, parseCodeEditorPage } from './code-editor/code-editor-page.rules.ts';
import type { PageEntity } from './page.entity.ts';
import type { UpdateCodeEditorPageInput, UpdateStudioPageInput } from './page.inputs.ts';
import { checkStudioPage, studioPageContent } from './studio/studio-page.rules.ts';

/** Changes the draft of a studio page and returns its uid; fails like every change, and INVALID_INPUT. */
export const updateStudioPage = (ctx: RequestContext, input: UpdateStudioPageInput): Promise<string> =>
  changePage(ctx, input, { kind: 'studio_page', ...changeOf(input) }, (_tx, page) => {
    const { title, description, content } = input;
    const draft = {
      title: title === undefined ? page.title : (title ?? ''),
      description: description === undefined ? (page.description ?? '') : (description ?? ''),
      content: studioPageContent(content === undefined ? page.content : (content ?? {})),
    };
    checkStudioPage(draft);
    Object.assign(page, draft);
    restrict(page, input);
  });

/** Changes the draft of a code editor page and returns its uid; fails like every change, and INVALID_INPUT. */
export const updateCodeEditorPage = (ctx: RequestContext, input: UpdateCodeEditorPageInput): Promise<string> =>
  changePage(ctx, input, { kind: 'code_editor_page', ...changeOf(input) }, (_tx, page) => {
    const { titles, content } = input;
    const draft = parseCodeEditorPage({
      titles: (titles === undefined ? page.titles : titles) ?? {},
      content: content === undefined ? page.content : (content ?? {}),
    });
    Object.assign(page, { ...draft, title: orderingTitle(draft.titles) });
    restrict(page, input);
  });

/** Changing who sees a page needs the right to manage it. */
const changeOf = ({
  uid: _uid,
  expectedRevision: _revision,
  ...given
}: UpdateStudioPageInput | UpdateCodeEditorPageInput): PageChange => ({
  right: given.isRestricted === undefined ? 'edit' : 'manage',
  isEmpty: Object.values(given).every((value) => value === undefined),
});

function restrict(page: PageEntity, { isRestricted }: Pick<UpdateStudioPageInput, 'isRestricted'>): void {
  if (isRestricted !== undefined) page.isRestricted = isRestricted ?? false;
}
