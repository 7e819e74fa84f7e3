import { sql, sqlText } from '#kernel/sql.ts';
import { firstRow, type DatabaseClient } from '#platform/database/database-client.ts';

/** A provider whose tokens are accepted. */
export interface TokenProvider {
  readonly uid: string;
  readonly issuer: string;
  readonly audiences: readonly string[];
  readonly groupsClaim: string | null;
  readonly createsUsers: boolean;
  /** What the provider requires of tokens, as one text; a token that was verified by other rules is verified again. */
  readonly rules: string;
}

/** Condition: tokens of the provider `ip` are accepted. */
export const acceptsTokens = sqlText(`ip.is_active and ip.type = 'OIDC' and ip.issuer is not null`);

/** The expression of `TokenProvider.rules` for the provider `ip`. */
export const tokenRulesColumn = sqlText(`jsonb_build_array(ip.issuer, ip.audiences, ip.groups_claim)::text`);

/** Finds the provider whose tokens name an issuer; undefined when none accepts them. */
export const findTokenProvider = (db: DatabaseClient, issuer: string): Promise<TokenProvider | undefined> =>
  firstRow<TokenProvider>(
    db,
    sql`
    select ip.uid, ip.issuer, ip.audiences, ip.groups_claim as "groupsClaim", ip.creates_users as "createsUsers",
      ${tokenRulesColumn} as rules
    from identity_provider ip where ip.issuer = ${issuer} and ${acceptsTokens}`,
  );
