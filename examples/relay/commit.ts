import { commitMutation, type Environment, type MutationConfig, type MutationParameters } from 'relay-runtime';

/** Sends a mutation, and returns its data. An error of the catalog is a rejection whose `source` has the `errors` of the response. */
export const commit = <Mutation extends MutationParameters>(
  environment: Environment,
  config: MutationConfig<Mutation>,
): Promise<Mutation['response']> =>
  new Promise((resolve, reject) => {
    commitMutation<Mutation>(environment, { ...config, onCompleted: resolve, onError: reject });
  });
