import { equalTo, listCriteria, timeRange, titleWords } from '#api/reading/declare-list.ts';
import { titleMatches } from '#api/reading/title-search.ts';
import type { ListCriteria, TypeSource } from '#api/reading/type-source.ts';
import { sql } from '#kernel/sql.ts';

/** How deleted objects of a kind are found. */
export const deletionList = (source: TypeSource, items: string): ListCriteria =>
  listCriteria({
    source,
    name: source.type,
    items,
    filter: {
      title: titleWords((words, deletion) => titleMatches(sql`${deletion}.title`, words)),
      deletedBy: equalTo('deleted_by', () => String, 'The username of the user who deleted it.'),
      deletedAt: timeRange('deleted_at', 'When it was deleted.'),
    },
  });
