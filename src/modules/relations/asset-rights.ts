import type { Session } from '../../api/session.ts';
import { sql, sqlText, type Sql } from '../../kernel/sql.ts';
import { datasetRights } from '../access/index.ts';
import { pageRights } from '../pages/index.ts';

/** Who may do what with the asset that has a uid. The portal keeps the others for everybody to see; `edit_page` for the domain changes them. */
export const assetRights = Object.freeze({
  /** To find it on the portal: as the dataset or the page that it is. */
  see: (session: Session, uid: Sql): Sql => whichever(uid, datasetRights.see, pageRights.see, session, sqlText('true')),
  /** To change what is said of it, and to say what it uses. */
  edit: (session: Session, uid: Sql): Sql =>
    whichever(uid, datasetRights.edit, pageRights.edit, session, sqlText(session.permissions.has('edit_page') ? 'true' : 'false')),
});

type Right = (session: Session, row: Sql) => Sql;

/** Each asset is in one table alone, and is looked up there: `offset 0` keeps PostgreSQL from gathering all that a caller may see first. */
const whichever = (uid: Sql, ofDataset: Right, ofPage: Right, session: Session, ofStored: Sql): Sql => sql`(
  exists (select 1 from dataset d where d.uid = ${uid} and ${ofDataset(session, sqlText('d'))} offset 0)
  or exists (select 1 from portal_page p where p.uid = ${uid} and ${ofPage(session, sqlText('p'))} offset 0)
  or exists (select 1 from portal_asset s where s.uid = ${uid} and s.dataset_uid is null and s.page_uid is null and ${ofStored} offset 0))`;
