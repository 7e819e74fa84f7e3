import type { RequestContext } from '#api/context.ts';
import { changePage, type PageChange } from './change-page.ts';
import { sortTitleOf, parseCodeEditorPage } from './code-editor/code-editor-page.rules.ts';
import type { PageEntity } from './page.entity.ts';
import type { UpdateCodeEditorPageInput, UpdateStudioPageInput } from './page.inputs.ts';
import { checkStudioPage, completeContent } from './studio/studio-page.rules.ts';

/** Changes the draft of a studio page and returns its uid. Fails as `changePage` does, and with INVALID_INPUT when a value is invalid. */
export const updateStudioPage = (ctx: RequestContext, input: UpdateStudioPageInput): Promise<string> =>
  changePage(ctx, input, { action: 'updateStudioPage', kind: 'studio_page', ...pageChangeFor(input) }, (_tx, page) => {
    const { title, description, content } = input;
    const draft = {
      title: title === undefined ? page.title : (title ?? ''),
      description: description === undefined ? (page.description ?? '') : (description ?? ''),
      content: completeContent(content === undefined ? page.content : (content ?? {})),
    };
    checkStudioPage(draft);
    Object.assign(page, draft);
    setRestriction(page, input);
  });

/** Changes the draft of a code editor page and returns its uid. Fails as `changePage` does, and with INVALID_INPUT when a value is invalid. */
export const updateCodeEditorPage = (ctx: RequestContext, input: UpdateCodeEditorPageInput): Promise<string> =>
  changePage(
    ctx,
    input,
    { action: 'updateCodeEditorPage', kind: 'code_editor_page', ...pageChangeFor(input) },
    (_tx, page) => {
      const { titles, content } = input;
      const draft = parseCodeEditorPage({
        titles: (titles === undefined ? page.titles : titles) ?? {},
        content: content === undefined ? page.content : (content ?? {}),
      });
      Object.assign(page, { ...draft, title: sortTitleOf(draft.titles) });
      setRestriction(page, input);
    },
  );

/** The requirements of an update. Changing who sees a page needs the right to manage it. */
const pageChangeFor = ({
  uid: _uid,
  expectedRevision: _revision,
  ...given
}: UpdateStudioPageInput | UpdateCodeEditorPageInput): Omit<PageChange, 'action'> => ({
  right: given.isRestricted === undefined ? 'edit' : 'manage',
  isEmpty: Object.values(given).every((value) => value === undefined),
});

function setRestriction(page: PageEntity, { isRestricted }: Pick<UpdateStudioPageInput, 'isRestricted'>): void {
  if (isRestricted !== undefined) page.isRestricted = isRestricted ?? false;
}
