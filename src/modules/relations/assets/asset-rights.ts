import type { Session } from '../../../api/session/session.ts';
import { sql, sqlText, type Sql } from '../../../kernel/sql.ts';
import { datasetRights } from '../../access/index.ts';
import { pageRights } from '../../pages/index.ts';

/** The rights on an asset by its uid. Assets stored by the portal are public; changing them needs `edit_page` for the domain. */
export const assetRights = Object.freeze({
  /** To find it on the portal: as the underlying dataset or page. */
  see: (session: Session, uid: Sql): Sql => whichever(uid, datasetRights.see, pageRights.see, session, sqlText('true')),
  /** To change its description and the assets that it uses. */
  edit: (session: Session, uid: Sql): Sql =>
    whichever(
      uid,
      datasetRights.edit,
      pageRights.edit,
      session,
      sqlText(session.permissions.has('edit_page') ? 'true' : 'false'),
    ),
});

type Right = (session: Session, row: Sql) => Sql;

/** Each asset is in exactly one table: the first row found decides. Most related assets are in the first table. */
const whichever = (uid: Sql, ofDataset: Right, ofPage: Right, session: Session, ofStored: Sql): Sql => sql`coalesce(
  (select ${ofStored} from portal_asset s where s.uid = ${uid} and s.dataset_uid is null and s.page_uid is null),
  (select ${ofDataset(session, sqlText('d'))} from dataset d where d.uid = ${uid}),
  (select ${ofPage(session, sqlText('p'))} from portal_page p where p.uid = ${uid}), false)`;
