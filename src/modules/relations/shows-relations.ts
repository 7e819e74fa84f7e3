import { sqlText } from '../../kernel/sql.ts';

/** Whether the portal shows relations between assets. */
export const showsRelations = sqlText('(select s.is_marketplace_enabled from portal_setting s)');
