import { relation, root } from '#api/reading/declare-fields.ts';
import { byCreation, source } from '#api/reading/declare-source.ts';
import { caller, requireAccount } from '#api/session.ts';
import { sql } from '#kernel/sql.ts';
import { externalIdentities } from './identity-provider.source.ts';
import { belongsToCaller } from './identity.source.ts';
import { SignInSession } from './sign-in-session.type.ts';

/** The sessions of the caller in order of creation, ties by uid. The hash is never read into the graph. */
export const signInSessions = source(SignInSession, {
  table: 'sign_in_session',
  key: 'uid',
  columns: { isCurrent: (session) => sql`coalesce(${session}.uid = ${caller.sessionUid}, false)` },
  order: byCreation,
  visible: (_session, session) => sql`(${session}.expires_at > now() and ${belongsToCaller(session)})`,
});

relation({
  from: signInSessions,
  field: 'identity',
  to: externalIdentities,
  on: ['identity_uid', 'uid'],
  returns: 'one',
  authorizedByParent: true,
  isForeignKey: true,
  description:
    'The account at a sign-in provider by which the person signed in; null where an invitation began the session.',
});

/** The root field that reads the sessions of the caller. */
export const sessionRoots = [
  root({
    field: 'signInSessions',
    source: signInSessions,
    returns: 'page',
    authorize: requireAccount,
    description:
      'The browsers in which you are signed in, in order of signing in. Sessions that ended for want of use are gone within an hour. Needs a key or a session, else null with an error.',
  }),
];
