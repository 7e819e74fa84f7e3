import { Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { Declares } from '#api/errors/declares.ts';
import { deletionPayload } from '#api/node.type.ts';
import { TakesInput } from '#api/types/change.inputs.ts';
import { toNodeId } from '#kernel/ids.ts';
import { lazyObject } from '#kernel/json.ts';
import { EndOtherSessionsInput, EndSessionInput } from './sign-in-session.inputs.ts';
import { EndOtherSessionsPayload, EndSessionPayload, SignInSession } from './sign-in-session.type.ts';
import { endOtherSessions, endSession } from './sessions.service.ts';

@Resolver(() => SignInSession)
export class SignInSessionResolver {
  @Mutation(() => EndSessionPayload, {
    description:
      'Signs the caller out in one browser, at once. With the scopes of a key, only where they are all rights of its owner.',
  })
  @Declares({ needs: 'a key or a session of the person', fails: ['NOT_FOUND'] })
  @TakesInput(() => EndSessionInput, 'The object to act on.')
  async endSession(input: EndSessionInput, ctx: RequestContext) {
    return deletionPayload('SignInSession', await endSession(ctx, input));
  }

  @Mutation(() => EndOtherSessionsPayload, {
    description: 'Signs the caller out in all browsers but one, at once. Needs all scopes, as `endSession` does.',
  })
  @Declares({ needs: 'a key or a session of the person', fails: ['NOT_FOUND'] })
  @TakesInput(() => EndOtherSessionsInput, 'The session that remains.')
  async endOtherSessions(input: EndOtherSessionsInput, ctx: RequestContext) {
    return endedSessions(await endOtherSessions(ctx, input));
  }
}

const endedSessions = (uids: readonly string[]): object =>
  lazyObject({
    deletedIds: () => uids.map((uid) => toNodeId('SignInSession', uid)),
    endedCount: () => uids.length,
  });
