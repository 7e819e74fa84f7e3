import type { RequestContext } from '#api/context.ts';
import { failOnFields, type FieldErrors } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import { lineProblem } from '#kernel/text.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { createAddressCheck } from '#platform/openid/trusted-address.ts';
import type { ProviderType } from './provider-types.ts';
import type { TokenSettings } from './token-settings.ts';

const maxTextLength = 200;
const maxIssuerLength = 2_000;
const maxAudiences = 10;

/** A provider and its settings as they will be stored. */
interface Provider extends TokenSettings {
  readonly uid: string;
  readonly type: ProviderType;
}

/** Fails INVALID_INPUT when tokens cannot be accepted by these settings, or another provider has the issuer. */
export async function checkTokenSettings(tx: RequestContext, settings: Provider): Promise<void> {
  const { uid, issuer, audiences, groupsClaim } = settings;
  failOnFields({
    ...(issuer !== null && issuerErrors(settings, issuer, tx.app.config.fetchAllow)),
    ...audienceErrors(audiences, issuer),
    ...(groupsClaim !== null && problemOf('groupsClaim', groupsClaim)),
  });
  if (issuer === null) return;
  const other = await firstRow(tx.db, sql`select 1 from identity_provider where issuer = ${issuer} and uid <> ${uid}`);
  if (other) failOnFields({ issuer: ['Another provider has this issuer. Add the audiences to that provider.'] });
}

function issuerErrors({ type }: Provider, issuer: string, fetchAllow: readonly string[]): FieldErrors {
  if (type !== 'OIDC') return { issuer: ['Only providers of the type OIDC have tokens that are accepted.'] };
  const url = issuer.length <= maxIssuerLength ? URL.parse(issuer) : null;
  const isPlain = url?.username === '' && url.password === '' && url.search === '' && url.hash === '';
  return isPlain && createAddressCheck(fetchAllow)(issuer)
    ? {}
    : {
        issuer: [
          'Give an https URL without user information, query or fragment; http needs the host and port in FETCH_ALLOW.',
        ],
      };
}

function audienceErrors(audiences: readonly string[], issuer: string | null): FieldErrors {
  if (issuer !== null && audiences.length === 0)
    return { audiences: ['Give the audience of the tokens, such as the client id.'] };
  if (audiences.length > maxAudiences) return { audiences: [`Give ${maxAudiences} audiences at most.`] };
  return audiences.map((audience) => problemOf('audiences', audience)).find(hasProblem) ?? {};
}

const hasProblem = (errors: FieldErrors): boolean => Object.keys(errors).length > 0;

function problemOf(field: string, text: string): FieldErrors {
  const problem = text.trim() === '' ? 'Give a text.' : lineProblem(text, maxTextLength);
  return problem === undefined ? {} : { [field]: [problem] };
}
