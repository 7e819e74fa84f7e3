import { Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { Declares } from '#api/errors/declares.ts';
import { deletionPayload } from '#api/node.type.ts';
import { TakesInput } from '#api/types/change.inputs.ts';
import { lazyObject } from '#kernel/json.ts';
import { EndOtherSessionsInput, EndSessionInput } from './sign-in-session.inputs.ts';
import { EndOtherSessionsPayload, EndSessionPayload, SignInSession } from './sign-in-session.type.ts';
import { endOtherSessions, endSession } from './sessions.service.ts';

@Resolver(() => SignInSession)
export class SignInSessionResolver {
  @Mutation(() => EndSessionPayload, {
    description: 'Signs the caller out in one browser, at once.',
  })
  @Declares({ needs: 'administer among the scopes of a key', fails: ['NOT_FOUND'] })
  @TakesInput(() => EndSessionInput, 'The object to act on.')
  async endSession(input: EndSessionInput, ctx: RequestContext) {
    return deletionPayload('SignInSession', await endSession(ctx, input));
  }

  @Mutation(() => EndOtherSessionsPayload, {
    description: 'Signs the caller out in all browsers but one, at once.',
  })
  @Declares({ needs: 'administer among the scopes of a key', fails: ['NOT_FOUND'] })
  @TakesInput(() => EndOtherSessionsInput, 'The session that remains.')
  async endOtherSessions(input: EndOtherSessionsInput, ctx: RequestContext) {
    return endedSessions(await endOtherSessions(ctx, input));
  }
}

const endedSessions = (uids: readonly string[]): object =>
  lazyObject({
    endedUids: () => uids,
    endedCount: () => uids.length,
  });
