import type { Session } from '#api/session.ts';
import { sql, sqlText, type Sql } from '#kernel/sql.ts';
import { datasetRights } from '#access/index.ts';
import { pageRights } from '#pages/index.ts';

/** The rights on an asset by its uid. Assets stored by the portal are public; changing them needs `edit_page` for the domain. */
export const assetRights = Object.freeze({
  /** The right to find the asset on the portal: the right to see its dataset or page. */
  see: (session: Session, uid: Sql): Sql =>
    rightByTable(uid, datasetRights.see, pageRights.see, session, sqlText('true')),
  /** The right to change the description of the asset and the assets that it uses. */
  edit: (session: Session, uid: Sql): Sql =>
    rightByTable(
      uid,
      datasetRights.edit,
      pageRights.edit,
      session,
      sqlText(session.permissions.has('edit_page') ? 'true' : 'false'),
    ),
});

type AssetRight = (session: Session, row: Sql) => Sql;

/** Whether the portal shows relations between assets, as an SQL condition. */
export const areRelationsShown = sqlText('(select s.is_marketplace_enabled from portal_setting s)');

/** The right on an asset depends on its table: stored assets, datasets or pages. The table that holds most related assets comes first. */
const rightByTable = (
  uid: Sql,
  ofDataset: AssetRight,
  ofPage: AssetRight,
  session: Session,
  ofStored: Sql,
): Sql => sql`coalesce(
  (select ${ofStored} from portal_asset s where s.uid = ${uid} and s.dataset_uid is null and s.page_uid is null),
  (select ${ofDataset(session, sqlText('d'))} from dataset d where d.uid = ${uid}),
  (select ${ofPage(session, sqlText('p'))} from portal_page p where p.uid = ${uid}), false)`;
