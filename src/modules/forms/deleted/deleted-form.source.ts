import { nodeId } from '#api/node.type.ts';
import { relation, root, source } from '#api/reading/declare-source.ts';
import { requireCaller } from '#api/session.ts';
import { deletionColumns, latestDeletionFirst, mayRestore } from '#deletions/index.ts';
import { relatedUsers } from '#identity/index.ts';
import type { DeletedForm } from './deleted-form.type.ts';

/** Deleted forms, visible to callers who may restore them. */
export const deletedForms = source<DeletedForm>({
  type: 'DeletedForm',
  table: 'deletion',
  key: 'uid',
  columns: { id: nodeId('DeletedForm', 'uid'), ...deletionColumns, slug: 'name' },
  order: latestDeletionFirst,
  visible: (session, deletion) => mayRestore('form', session, deletion),
});

/** The root fields that read deleted forms. */
export const deletedFormRoots = Object.freeze({
  deletedForms: root({
    field: 'deletedForms',
    source: deletedForms,
    returns: 'page',
    authorize: requireCaller,
  }),
});

export const deleterOfForm = relation({
  from: deletedForms,
  field: 'deletedBy',
  to: relatedUsers,
  on: ['deleted_by', 'username'],
  returns: 'one',
  authorizedByParent: true,
  isForeignKey: true,
});
