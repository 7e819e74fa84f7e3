import { sqlText } from '../../kernel/sql.ts';

/** That the portal shows how assets are related. */
export const showsRelations = sqlText('(select s.is_marketplace_enabled from portal_setting s)');
