import type { RequestContext } from '#api/context.ts';
import type { ChangeFeed } from '#platform/database/change-feed.ts';
import { readTemplates } from './read-templates.ts';
import type { Templates } from './template.ts';

/** The list of templates in the memory of a process. */
interface TemplateList {
  known: Templates | undefined;
  /** Raised by each change, so that a list which was read before one is not kept. */
  version: number;
  following: Promise<unknown> | undefined;
}

const lists = new WeakMap<ChangeFeed, TemplateList>();

function listOf({ changes }: RequestContext['app']): TemplateList {
  const list = lists.get(changes) ?? { known: undefined, version: 0, following: undefined };
  lists.set(changes, list);
  return list;
}

/** Forgets the list of this process after a change. Other processes are notified. */
export function forgetTemplates(app: RequestContext['app']): void {
  const list = listOf(app);
  list.version += 1;
  list.known = undefined;
}

/**
 * The templates of the portal, from memory: a process reads them once, and again after a change in any process. Where it cannot follow the
 * changes, it reads them each time.
 */
export async function currentTemplates({ app }: Pick<RequestContext, 'app'>): Promise<Templates> {
  const list = listOf(app);
  if (list.known) return list.known;
  const isFollowed = await follow(app, list).then(
    () => true,
    () => false,
  );
  const { version } = list;
  // the replica may not have replayed a change that was notified
  const templates = await readTemplates(app.db);
  if (isFollowed && version === list.version && list.following) list.known = templates;
  return templates;
}

const follow = (app: RequestContext['app'], list: TemplateList): Promise<unknown> =>
  (list.following ??= app.changes
    .follow(['templates'], {
      onChange: () => {
        forgetTemplates(app);
      },
      onLost: () => {
        list.following = undefined;
        forgetTemplates(app);
      },
    })
    .catch((error: unknown) => {
      list.following = undefined;
      throw error;
    }));
