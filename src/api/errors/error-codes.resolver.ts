import { Query, Resolver } from 'type-graphql';
import { describeErrors } from './describe-errors.ts';
import { ErrorDescription } from './error-code.type.ts';

@Resolver()
export class ErrorCodesResolver {
  @Query(() => [ErrorDescription], { description: 'Every code that `extensions.code` of an error may have, by name.' })
  errorCodes() {
    return describeErrors();
  }
}
